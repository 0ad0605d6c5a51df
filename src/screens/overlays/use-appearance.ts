import { useEffect } from 'react';
import {
  getFirstPreference,
  getPreference,
  type Preferences,
  subscribePreferences,
} from '../../stores/preferences.ts';
import { setSingleKeys } from '../../ui/single-keys.ts';

/** Grounds of the themes, as the page's `theme-color` names them for the browser's own bars. */
const GROUNDS = { light: '#EBF0F1', dark: '#0A1013' } as const;

/** What the page has now: the boot script has set it, where there is one (not in `npm run dev`). */
let textSize = import.meta.env.PROD ? getFirstPreference('textSize') : 100;

/** Gives the page the look that the person prefers, from whichever window they choose it. */
export function useAppearance(): void {
  useEffect(() => {
    applyPreferences();
    return subscribePreferences(applyPreferences);
  }, []);
}

function applyPreferences(): void {
  setSingleKeys(getPreference('hasSingleKeys'));
  setTheme(getPreference('theme'));
  // Only a change: the size that is there may be somebody's own, such as that of an extension.
  if (textSize === getPreference('textSize')) return;
  textSize = getPreference('textSize');
  document.documentElement.style.fontSize = textSize === 100 ? '' : `${textSize}%`;
}

function setTheme(theme: Preferences['theme']): void {
  const page = document.documentElement;
  if (theme === 'system') delete page.dataset.theme;
  else page.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const byMedia = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = GROUNDS[theme === 'system' ? byMedia : theme];
  }
}
