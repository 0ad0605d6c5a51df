import { css, keyframes } from '@emotion/react';
import type { ComponentProps } from 'react';

const DELAY_MS = 150;

const appear = keyframes({ from: { opacity: 0 } });
const pulse = keyframes({ '50%': { opacity: 0.6 } });
const skeleton = css({
  display: 'block',
  background: 'var(--skeleton)',
  borderRadius: 'var(--r-full)',
  // Invisible for the first moment: content that is quick to come does not flash.
  animation: `${appear} 1ms ${DELAY_MS}ms backwards, ${pulse} 1.6s ${DELAY_MS}ms infinite ease-in-out`,
});

/** A grey shape in the place of content that is on its way; sized by `style` or a css of the parent. */
export function Skeleton(props: ComponentProps<'span'>) {
  return <span css={skeleton} aria-hidden="true" {...props} />;
}
