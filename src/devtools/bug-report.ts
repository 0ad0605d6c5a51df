/** What a bug report needs to be reproduced, as text. It has no words and names of people. */
import type { QueryClient } from '@tanstack/react-query';
import { getFeatures, realtimeQueries } from '../backend/connection.ts';
import { getLab } from './lab/install.ts';
import { writeForecast } from './lab/weather.ts';

export function describeForReport(queryClient: QueryClient): string {
  const lab = getLab();
  const features = getFeatures(queryClient);
  const connection = queryClient.getQueryData(realtimeQueries.connection().queryKey);
  const [script] = document.querySelectorAll<HTMLScriptElement>('script[src]');
  const lines = {
    Address: `${location.origin}/${lab ? writeForecast(lab) : ''}`,
    // The name of the first script has the hash of the build.
    Build: script ? new URL(script.src).pathname : 'unknown',
    Browser: navigator.userAgent,
    Window: `${innerWidth}x${innerHeight}, text ${getComputedStyle(document.documentElement).fontSize}`,
    Features: features ? [...features].join(' ') || 'none' : 'not announced',
    Connection: JSON.stringify(connection ?? null),
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
