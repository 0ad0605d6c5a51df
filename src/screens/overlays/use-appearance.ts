import { useEffect } from 'react';
import { getPreference, type Preferences, subscribePreferences } from '../../stores/preferences.ts';
import { setSingleKeys } from '../../ui/single-keys.ts';

/** Grounds of the themes, as the page's `theme-color` names them for the browser's own bars. */
const GROUNDS = { light: '#EBF0F1', dark: '#0A1013' } as const;

/** Dresses the page as the person prefers, from whichever window they say so. */
export function useAppearance(): void {
  useEffect(() => {
    let theme: Preferences['theme'] = 'system';
    // The boot script has set it; a page of `npm run dev` has none.
    let textSize = import.meta.env.PROD ? getPreference('textSize') : 100;
    function dress(): void {
      setSingleKeys(getPreference('hasSingleKeys'));
      if (theme !== getPreference('theme')) {
        theme = getPreference('theme');
        setTheme(theme);
      }
      if (textSize !== getPreference('textSize')) {
        textSize = getPreference('textSize');
        document.documentElement.style.fontSize = textSize === 100 ? '' : `${textSize}%`;
      }
    }
    dress();
    return subscribePreferences(dress);
  }, []);
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
