import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { loadCode } from '../../lib/load-code.ts';

/** The screen goes first. */
const AFTER_SCREEN_MS = 300;
/** What takes longer does not hold them up: without the server it is fetched for ever. */
const MAX_WAIT_MS = 2_000;

/**
 * The place of what stands over every screen of somebody signed in; its code comes after the screen's,
 * and after what the screen shows.
 */
export function OverlayHost() {
  const [overlays, setOverlays] = useState<ReactNode>(null);
  const isBusy = useIsFetching() > 0;
  const isDone = overlays !== null;
  useEffect(() => {
    if (isDone) return;
    return loadCode(
      () => import('./overlays.tsx'),
      ({ Overlays }) => setOverlays(<Overlays />),
      isBusy ? MAX_WAIT_MS : AFTER_SCREEN_MS,
    );
  }, [isBusy, isDone]);
  return overlays;
}
