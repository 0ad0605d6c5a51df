import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { CODE_RETRY_MS } from '../../lib/code-retry.ts';

/** The screen goes first. */
const AFTER_SCREEN_MS = 300;

/**
 * The place of what stands over every screen of somebody signed in; its code comes after the screen's,
 * and after what the screen shows.
 */
export function OverlayHost() {
  const [overlays, setOverlays] = useState<ReactNode>(null);
  const isBusy = useIsFetching() > 0;
  const isDone = overlays !== null;
  useEffect(() => {
    if (isBusy || isDone) return;
    let timer = setTimeout(load, AFTER_SCREEN_MS);
    async function load() {
      try {
        const { Overlays } = await import('./overlays.tsx');
        setOverlays(<Overlays />);
      } catch {
        timer = setTimeout(load, CODE_RETRY_MS);
      }
    }
    return () => clearTimeout(timer);
  }, [isBusy, isDone]);
  return overlays;
}
