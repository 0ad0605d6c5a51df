import { css } from '@emotion/react';
import { type ComponentProps, useId } from 'react';
import { canHover, forcedColors } from './media.ts';
import { centred, cover, flexRow, muted } from './styles.ts';

const group = css({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, marginBlockEnd: 6 },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(4rem, 100%), 1fr))',
    gap: 'var(--s1)',
    padding: 'var(--s1)',
    borderRadius: 'var(--r-m)',
    background: 'var(--canvas)',
    [forcedColors]: { border: '1px solid' },
  },
  '& label': {
    position: 'relative',
    ...centred,
    minHeight: 'var(--tap)',
    padding: '4px var(--s2)',
    borderRadius: 8,
    ...muted,
    fontWeight: 500,
    textAlign: 'center',
    cursor: 'pointer',
    [canHover]: { '&:hover': { background: 'var(--hover)' } },
    '&:has(:checked)': {
      background: 'var(--raised)',
      color: 'var(--text)',
      boxShadow: 'inset 0 0 0 1.5px var(--accent-text)',
      [forcedColors]: { outline: '2px solid Highlight', outlineOffset: -2 },
    },
    '&:has(:focus-visible)': { outline: '2px solid var(--accent-text)', outlineOffset: 2 },
  },
  // Visually hidden: its label shows it and its state.
  '& input': {
    appearance: 'none',
    ...cover,
    margin: 0,
    borderRadius: 'inherit',
    cursor: 'pointer',
    outline: 'none',
  },
});

interface ChoiceProps<Value extends string | number> {
  label: string;
  options: readonly { value: Value; words: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset css={group}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const row = css({
  ...flexRow('var(--s4)'),
  justifyContent: 'space-between',
  minHeight: 56,
  paddingBlock: 'var(--s1)',
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
    // Its hint says why. An empty switch is never taken for one that is on.
    '&:disabled': { cursor: 'not-allowed', borderStyle: 'dotted' },
    '&:disabled::before': { background: 'var(--control)' },
  },
});

interface SwitchProps extends ComponentProps<'input'> {
  label: string;
  /** What it does, or why it is disabled. */
  hint?: string | undefined;
}

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
