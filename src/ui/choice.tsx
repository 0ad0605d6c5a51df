import { css } from '@emotion/react';
import { useId } from 'react';
import { canHover, forcedColors } from './media.ts';

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
    display: 'grid',
    placeItems: 'center',
    minHeight: 'var(--tap)',
    padding: '4px var(--s2)',
    borderRadius: 8,
    font: 'var(--t-sm)',
    fontWeight: 500,
    textAlign: 'center',
    color: 'var(--text-muted)',
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
    position: 'absolute',
    inset: 0,
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

/** One of several choices, side by side. */
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
