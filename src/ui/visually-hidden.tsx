import { css } from '@emotion/react';
import type { ComponentProps } from 'react';

/** Hidden visually, but not from screen readers. */
export const visuallyHidden = css({
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span css={visuallyHidden} {...props} />;
}
