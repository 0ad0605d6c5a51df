import { useEffect } from 'react';
import {
  getFirstPreference,
  getPreference,
  type Preferences,
  subscribePreferences,
} from '../../stores/preferences.ts';
import { setSingleKeys } from '../../ui/keys.ts';

/** Background colours of the themes, as `theme-color` for the browser's bars. */
const GROUNDS = { light: '#EBF0F1', dark: '#0B1114' } as const;

/** The current look of the page: set by the script in `src/index.html`. */
let textSize = import.meta.env.PROD ? getFirstPreference('textSize') : 100;

/** Applies the person's preferences for the look, changed in any window. */
export function useAppearance(): void {
  useEffect(() => {
    applyPreferences();
    return subscribePreferences(applyPreferences);
  }, []);
}

function applyPreferences(): void {
  setSingleKeys(getPreference('hasSingleKeys'));
  setTheme(getPreference('theme'));
  // Only if changed: the current size may come from a browser extension.
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
