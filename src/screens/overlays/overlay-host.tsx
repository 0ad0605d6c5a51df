import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';

/** The screen goes first. */
const AFTER_SCREEN_MS = 300;
const RETRY_MS = 3_000;

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
        // It did not come, as it happens without a network.
        timer = setTimeout(load, RETRY_MS);
      }
    }
    return () => clearTimeout(timer);
  }, [isBusy, isDone]);
  return overlays;
}
