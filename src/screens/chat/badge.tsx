import { css } from '@emotion/react';
import type { ReactElement } from 'react';

const badge = css({
  display: 'grid',
  placeItems: 'center',
  minWidth: '1.375rem',
  height: '1.375rem',
  padding: '0 7px',
  borderRadius: 'var(--r-full)',
  background: 'var(--new)',
  color: 'var(--on-new)',
  font: 'var(--t-xs)',
  fontWeight: 650,
  fontVariantNumeric: 'tabular-nums',
  forcedColorAdjust: 'none',
});

/** A count of new messages; nothing for zero, "99+" above ninety-nine. */
export function Badge({ count, children }: { count: number; children?: ReactElement }) {
  if (count <= 0) return null;
  return (
    <span css={badge} data-badge>
      <span translate="no">{count > 99 ? '99+' : count}</span>
      {children}
    </span>
  );
}
