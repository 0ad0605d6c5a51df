import { css, keyframes } from '@emotion/react';
import { Mark } from '../../ui/mark.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { texts } from './texts.ts';

const appear = keyframes({ from: { opacity: 0 } });
export const splash = css({
  minHeight: '100dvh',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s2)',
  padding: 'var(--s8) var(--s5)',
  textAlign: 'center',
});
const patient = css({ animation: `${appear} var(--d-base) 300ms backwards` });

/** While it is not known who is signed in: only the mark, and after a moment. */
export function SessionCheckScreen() {
  return (
    <main css={[splash, patient]}>
      <Mark width={96} />
      <h1 css={visuallyHidden}>{texts.app}</h1>
      <p css={visuallyHidden} role="status">
        {texts.checking}
      </p>
    </main>
  );
}
