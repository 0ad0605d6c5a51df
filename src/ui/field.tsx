import { css } from '@emotion/react';
import { type ComponentProps, useId, useState } from 'react';
import { splitGraphemes } from '../lib/graphemes.ts';
import { iconButtonStyle } from './button.tsx';
import type { Elements } from './elements.ts';
import { CircleAlert, Eye, EyeOff } from './icons/icons.ts';
import { fieldText, flexRow, focusHalo } from './styles.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const field = css({
  display: 'grid',
  gap: 6,
  '& > label': { justifySelf: 'start', font: 'var(--t-sm)', fontWeight: 500 },
});
const inputStyle = css({
  display: 'block',
  width: '100%',
  minHeight: 48,
  padding: '12px 14px',
  border: '1px solid var(--control)',
  borderRadius: 'var(--r-m)',
  background: 'var(--sheet)',
  ...fieldText,
  resize: 'none',
  transition: 'border-color var(--d-fast), box-shadow var(--d-fast)',
  '&:focus': {
    // Invisible, except in the system's forced colours, which remove the other marks.
    outline: '2px solid transparent',
    ...focusHalo,
  },
  '&[aria-invalid=true]': {
    borderColor: 'var(--danger)',
    boxShadow: '0 0 0 1px var(--danger)',
    '&:focus': {
      boxShadow:
        '0 0 0 1px var(--danger), 0 0 0 4px color-mix(in srgb, var(--danger) 22%, transparent)',
    },
  },
});
const hintStyle = css({ font: 'var(--t-sm)', color: 'var(--text-muted)' });
const problemStyle = css({
  ...flexRow(6),
  font: 'var(--t-sm)',
  color: 'var(--danger)',
});

interface FieldWords {
  label: string;
  /** The problem of the entry, as a sentence; absent: none. */
  problem?: string | undefined;
  hint?: string | undefined;
  /**
   * The most letters, as readers see them: `check-form.ts` refuses more. The browser’s `maxlength` counts code units, and
   * cuts a pasted emoji in two.
   */
  limit?: number | undefined;
}

/** In limits: the browser cuts what is longer, which it would need seconds to lay out. */
const FAR_BEYOND = 4;

interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'id'> {
  /** Shown inside the field at its end, such as a button. */
  affix?: Elements;
}

/** One line of text with its label, and its problem below. */
export function TextField({ label, problem, hint, limit, affix, ...props }: TextFieldProps) {
  const { notes, ...control } = useField({ problem, hint, limit, value: props.value });
  return (
    <div css={field}>
      <label htmlFor={control.id}>{label}</label>
      <div css={affixed}>
        <input css={inputStyle} {...control} {...props} />
        {affix}
      </div>
      {notes}
    </div>
  );
}

const affixed = css({
  position: 'relative',
  '&:has(> button) > input': { paddingInlineEnd: 48 },
  '& > button': {
    position: 'absolute',
    insetBlockStart: 2,
    insetInlineEnd: 2,
    width: 44,
    height: 44,
  },
});

type TextAreaFieldProps = FieldWords & Omit<ComponentProps<'textarea'>, 'id'>;

/** Several lines of text; otherwise like `TextField`. */
export function TextAreaField({ label, problem, hint, limit, ...props }: TextAreaFieldProps) {
  const { notes, ...control } = useField({ problem, hint, limit, value: props.value });
  return (
    <div css={field}>
      <label htmlFor={control.id}>{label}</label>
      <textarea css={inputStyle} dir="auto" {...control} {...props} />
      {notes}
    </div>
  );
}

/** What an input says of itself, and the notes below it. A problem replaces the hint: both would say the same. */
function useField({ problem, hint, limit, value }: Omit<FieldWords, 'label'> & { value: unknown }) {
  const id = useId();
  const note = problem ?? countLeft(value, limit) ?? hint;
  return {
    id,
    'data-limit': limit,
    maxLength: limit && limit * FAR_BEYOND,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
    notes: note && (
      <p css={problem ? problemStyle : hintStyle} id={`${id}-note`}>
        {problem && <CircleAlert size={16} />}
        <span>{note}</span>
      </p>
    ),
  };
}

/** From this share of the maximum length on, the remaining length is shown. */
const NEARLY_FULL = 0.9;

/** A hint shown only near the maximum length and beyond it. */
function countLeft(value: unknown, limit: number | undefined): string | undefined {
  if (typeof value !== 'string' || limit === undefined) return undefined;
  // A text has no more letters than code units.
  if (value.length < limit * NEARLY_FULL) return undefined;
  const left = limit - splitGraphemes(value).length;
  if (left < 0) return texts.charactersTooMany(-left);
  return left <= limit * (1 - NEARLY_FULL) ? texts.charactersLeft(left) : undefined;
}

/** Texts of fields: not part of the first screen of a signed-in person. */
export const texts = {
  showPassword: 'Show password',
  charactersLeft: (left: number): string =>
    left === 1 ? '1 character left' : `${left} characters left`,
  charactersTooMany: (over: number): string =>
    over === 1 ? '1 character over the limit' : `${over} characters over the limit`,
  tooLong: (limit: number): string => `Use at most ${limit} characters.`,
} as const;

/** A password, hidden until the person shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'affix'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      affix={
        // Named by its text: a label would also match the field's name.
        <button
          type="button"
          css={iconButtonStyle}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={20} />
          <VisuallyHidden>{texts.showPassword}</VisuallyHidden>
        </button>
      }
    />
  );
}
