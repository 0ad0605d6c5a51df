import { css } from '@emotion/react';
import { type ComponentProps, useId } from 'react';
import { forcedColors } from './media.ts';

const row = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--s4)',
  minHeight: 48,
  cursor: 'pointer',
  '& > span': { minWidth: 0 },
  '& small': { display: 'block', font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > input': {
    appearance: 'none',
    flex: 'none',
    position: 'relative',
    width: 44,
    height: 26,
    margin: 0,
    borderRadius: 'var(--r-full)',
    border: '2px solid var(--control)',
    background: 'var(--sheet)',
    cursor: 'pointer',
    transition: 'background var(--d-fast)',
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlockStart: 3,
      insetInlineStart: 3,
      width: 16,
      height: 16,
      borderRadius: '50%',
      background: 'var(--text-muted)',
      [forcedColors]: { background: 'ButtonText' },
    },
    '&:checked': { background: 'var(--accent)', borderColor: 'var(--accent)' },
    '&:checked::before': {
      insetInlineStart: 21,
      background: 'var(--on-accent)',
      [forcedColors]: { background: 'Highlight' },
    },
    '&:disabled': { cursor: 'not-allowed', opacity: 0.5 },
  },
});

interface SwitchProps extends ComponentProps<'input'> {
  label: string;
  /** What it does, or why it is disabled. */
  hint?: string | undefined;
}

/** A switch with its label before it. */
export function Switch({ label, hint, ...props }: SwitchProps) {
  const id = useId();
  return (
    <label css={row} htmlFor={id}>
      <span>
        <span>{label}</span>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        aria-label={label}
        aria-describedby={hint && `${id}-hint`}
        {...props}
      />
    </label>
  );
}
