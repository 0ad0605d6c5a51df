import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PanelRight } from '../../../ui/icons/icons.ts';
import { texts } from './texts.ts';

/** Closes and opens the panel about the other person. */
export function PanelButton({ fullName }: { fullName: string }) {
  const isClosed = usePreference('isInfoPanelClosed');
  return (
    <IconButton
      label={texts.region(fullName)}
      aria-expanded={!isClosed}
      onClick={() => setPreference('isInfoPanelClosed', !isClosed)}
    >
      <PanelRight size={20} />
    </IconButton>
  );
}
