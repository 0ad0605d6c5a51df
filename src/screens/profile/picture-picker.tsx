import { css } from '@emotion/react';
import { type ChangeEvent, useId } from 'react';
import { ImagePlus } from '../../ui/icons/icons.ts';
import { texts } from './texts.ts';

const picker = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s3)',
  minHeight: 64,
  paddingBlock: 'var(--s2)',
  paddingInline: 'var(--s2) var(--s4)',
  border: '1px dashed var(--control)',
  borderRadius: 'var(--r-l)',
  '&:hover': { background: 'var(--accent-soft)' },
  '&:focus-within': { outline: '2px solid var(--accent-text)', outlineOffset: 2 },
  '& > span': {
    display: 'grid',
    placeItems: 'center',
    width: 48,
    height: 48,
    borderRadius: '50%',
    background: 'var(--accent-soft)',
    color: 'var(--accent-text)',
  },
  '& label': { display: 'block', font: 'var(--t-name)' },
  '& p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  // Invisible, it covers the whole box: a press anywhere opens it, and a file may be dropped on it.
  '& > input': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    opacity: 0,
    cursor: 'pointer',
  },
});

interface PicturePickerProps {
  onPick: (file: File) => void;
  disabled: boolean;
}

/** Selects a picture file. Any file may arrive: `accept` is only a hint, and drops ignore it. */
export function PicturePicker({ onPick, disabled }: PicturePickerProps) {
  const id = useId();

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file) onPick(file);
    // The same file may be chosen again.
    target.value = '';
  }

  return (
    <div css={picker}>
      <span>
        <ImagePlus size={20} />
      </span>
      <div>
        <label htmlFor={id}>{texts.upload}</label>
        <p id={`${id}-types`}>{texts.uploadTypes}</p>
      </div>
      <input
        id={id}
        type="file"
        accept=".png,.jpg,.jpeg"
        aria-describedby={`${id}-types`}
        disabled={disabled}
        onChange={handleChange}
      />
    </div>
  );
}
