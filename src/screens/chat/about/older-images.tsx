import { useEffect, useEffectEvent } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { useNearView } from './use-near-view.ts';

interface OlderImagesProps {
  isLoading: boolean;
  /** The end of the pictures is in view, or nearly. */
  onNear: () => void;
}

/** After the loaded pictures, if there are older ones. */
export function OlderImages({ isLoading, onNear }: OlderImagesProps) {
  const [ref, isNear] = useNearView();
  const load = useEffectEvent(onNear);
  const isDue = isNear && !isLoading;
  useEffect(() => {
    if (isDue) load();
  }, [isDue]);
  return (
    <li ref={ref} className="older" aria-hidden="true">
      <Spinner />
    </li>
  );
}
