import { css, keyframes } from '@emotion/react';
import type { ComponentProps } from 'react';

const DELAY_MS = 150;

const appear = keyframes({ from: { opacity: 0 } });
const pulse = keyframes({ '50%': { opacity: 0.6 } });
const skeleton = css({
  display: 'block',
  background: 'var(--skeleton)',
  borderRadius: 'var(--r-full)',
  // Invisible for the first moment: otherwise it would flash before fast content.
  animation: `${appear} 1ms ${DELAY_MS}ms backwards, ${pulse} 1.6s ${DELAY_MS}ms infinite ease-in-out`,
});

/** A grey shape in place of content that is loading; sized by `style` or the parent's css. */
export function Skeleton(props: ComponentProps<'span'>) {
  return <span css={skeleton} aria-hidden="true" {...props} />;
}
