import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import type { Elements } from './elements.ts';

const checkbox = css({
  display: 'flex',
  alignItems: 'center',
  justifySelf: 'start',
  gap: 10,
  minHeight: 44,
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
  cursor: 'pointer',
  '& > input': {
    appearance: 'none',
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 20,
    height: 20,
    margin: 0,
    border: '1px solid var(--control)',
    borderRadius: 6,
    background: 'var(--sheet)',
    cursor: 'pointer',
    '&:checked': {
      background: 'var(--accent)',
      borderColor: 'var(--accent)',
      forcedColorAdjust: 'none',
    },
    '&:checked::after': {
      content: '""',
      width: 10,
      height: 5,
      marginBlockStart: -3,
      border: 'solid var(--on-accent)',
      borderWidth: '0 0 2px 2px',
      transform: 'rotate(-45deg)',
    },
  },
});

/** A checkbox with its label. */
export function Checkbox({ label, ...props }: { label: Elements } & ComponentProps<'input'>) {
  return (
    <label css={checkbox}>
      <input type="checkbox" {...props} />
      {label}
    </label>
  );
}
