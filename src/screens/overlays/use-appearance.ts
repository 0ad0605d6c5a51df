import { useEffect } from 'react';
import { usePreference } from '../../stores/preferences.ts';
import { setSingleKeys } from '../../ui/single-keys.ts';

/** Grounds of the themes, as the page's `theme-color` names them for the browser's own bars. */
const GROUNDS = { light: '#EBF0F1', dark: '#0A1013' } as const;

/** Dresses the page as the person prefers, from whichever window they say so. At load the boot script does. */
export function useAppearance(): void {
  const theme = usePreference('theme');
  const textSize = usePreference('textSize');
  const hasSingleKeys = usePreference('hasSingleKeys');

  useEffect(() => {
    const page = document.documentElement;
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
    const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
    for (const meta of metas) {
      const byMedia = meta.media.includes('dark') ? 'dark' : 'light';
      meta.content = GROUNDS[theme === 'system' ? byMedia : theme];
    }
  }, [theme]);

  useEffect(() => {
    document.documentElement.style.fontSize = textSize === 100 ? '' : `${textSize}%`;
  }, [textSize]);

  useEffect(() => setSingleKeys(hasSingleKeys), [hasSingleKeys]);
}
