import { css, keyframes } from '@emotion/react';
import { type ReactElement, useState } from 'react';
import { centred } from '../../ui/styles.ts';

const pop = keyframes({ from: { transform: 'scale(.7)' } });
const badge = css({
  ...centred,
  minWidth: '1.375rem',
  height: 'max(1.375rem, 1lh)',
  padding: '0 7px',
  borderRadius: 'var(--r-full)',
  background: 'var(--new)',
  color: 'var(--on-new)',
  font: 'var(--t-xs)',
  fontWeight: 650,
  fontVariantNumeric: 'tabular-nums',
  forcedColorAdjust: 'none',
  '&[data-quiet=true]': { background: 'var(--text-muted)', color: 'var(--canvas)' },
  '& > [data-new=true]': { animation: `${pop} var(--d-base) var(--ease-out)` },
});

interface BadgeProps {
  count: number;
  /** Nothing announces these messages. */
  isQuiet?: boolean;
  children?: ReactElement;
}

/** A count of new messages; nothing for zero, "99+" above ninety-nine. */
export function Badge({ count, isQuiet, children }: BadgeProps) {
  const [first] = useState(count);
  if (count <= 0) return null;
  return (
    <span css={badge} data-badge data-quiet={isQuiet}>
      {/* Another element for each number, which begins the movement anew. */}
      <span translate="no" key={count} data-new={count !== first}>
        {count > 99 ? '99+' : count}
      </span>
      {children}
    </span>
  );
}
