import { css, keyframes } from '@emotion/react';
import { LoaderCircle } from './icons/icons.ts';

const turn = keyframes({ to: { transform: 'rotate(1turn)' } });
const spinner = css({ animation: `${turn} .9s linear infinite` });

/** A turning ring; `size` in px. Decorative: a text must say what is in progress. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <LoaderCircle css={spinner} size={size} />;
}
