import { css } from '@emotion/react';
import { MarkArt } from '../../ui/mark.tsx';
import { large } from '../../ui/media.ts';
import { texts } from './texts.ts';

const art = css({
  display: 'none',
  position: 'relative',
  overflow: 'hidden',
  background: 'linear-gradient(165deg, #0C5366, #06313D)',
  color: '#FFF',
  '& > svg': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  '& > p': {
    position: 'absolute',
    inset: 'auto 48px 44px',
    maxWidth: '9em',
    font: '600 2.5rem/2.875rem var(--font)',
    letterSpacing: '-.025em',
  },
  [large]: {
    display: 'block',
    justifySelf: 'stretch',
    margin: 'var(--gutter)',
    borderRadius: 'var(--r-l)',
  },
});

/** The picture beside the form on large screens. */
export function Art() {
  return (
    <div css={art} aria-hidden="true">
      <MarkArt />
      <p>{texts.slogan}</p>
    </div>
  );
}
