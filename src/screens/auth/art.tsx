import { css } from '@emotion/react';
import { LEFT, OVERLAP, RIGHT } from '../../ui/logo.tsx';
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
    // A form that grows by its problems scrolls beside it.
    position: 'sticky',
    insetBlockStart: 'var(--gutter)',
    justifySelf: 'stretch',
    height: 'calc(100dvh - 2 * var(--gutter))',
    margin: 'var(--gutter)',
    borderRadius: 'var(--r-l)',
  },
});

export function Art() {
  return (
    <div css={art} aria-hidden="true">
      <MarkArt />
      <p>{texts.slogan}</p>
    </div>
  );
}

/** The large shapes, with the same gradients in both themes: the picture beside the auth form. */
function MarkArt() {
  return (
    <svg viewBox="0 0 704 884" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <linearGradient id="mark-art-a" x1="0" y1="0" x2=".6" y2="1">
        <stop stopColor="#2FA3BD" />
        <stop offset="1" stopColor="#176F86" />
      </linearGradient>
      <linearGradient id="mark-art-b" x1=".2" y1="0" x2=".8" y2="1">
        <stop stopColor="#FFB27D" />
        <stop offset="1" stopColor="#F78A46" />
      </linearGradient>
      <g transform="translate(20.4 160) scale(13.82)">
        <path fill="url(#mark-art-a)" d={LEFT} />
        <path fill="url(#mark-art-b)" d={RIGHT} />
        <path fill="#06303C" d={OVERLAP} />
      </g>
    </svg>
  );
}
