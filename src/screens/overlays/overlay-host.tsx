import { useIsFetching } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { loadCode } from '../../lib/load-code.ts';

/** The screen comes first. */
const AFTER_SCREEN_MS = 300;
/** Slower data does not delay them: without the server it is fetched forever. */
const MAX_WAIT_MS = 2_000;

/** The place of everything over the signed-in screens; its code loads after the screen's code and data. */
export function OverlayHost() {
  const [overlays, setOverlays] = useState<ReactElement | null>(null);
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
