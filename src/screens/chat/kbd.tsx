import { css } from '@emotion/react';
import type { ReactNode } from 'react';

const kbd = css({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: 22,
  height: 22,
  padding: '0 6px',
  borderRadius: 6,
  background: 'var(--canvas)',
  color: 'var(--text-muted)',
  font: '500 .75rem/1 var(--font)',
  boxShadow: 'inset 0 0 0 1px var(--line)',
});

/** A key to press. A hint for the eye. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot take the focus
    <kbd css={kbd} aria-hidden="true">
      {children}
    </kbd>
  );
}
