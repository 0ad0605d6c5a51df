import { css } from '@emotion/react';
import type { ComponentProps } from 'react';
import type { Elements } from './elements.ts';
import { centred, flexRow, muted } from './styles.ts';

const checkbox = css({
  ...flexRow(10),
  justifySelf: 'start',
  minHeight: 44,
  ...muted,
  cursor: 'pointer',
  '& > input': {
    appearance: 'none',
    flex: 'none',
    ...centred,
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

export function Checkbox({ label, ...props }: { label: Elements } & ComponentProps<'input'>) {
  return (
    <label css={checkbox}>
      <input type="checkbox" {...props} />
      {label}
    </label>
  );
}
