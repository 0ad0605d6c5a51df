import { css } from '@emotion/react';
import { ImagePlus } from '../../../ui/icons/icons.ts';
import { texts } from './texts.ts';

const hint = css({
  position: 'absolute',
  inset: 'var(--s2)',
  zIndex: 'var(--z-banner)',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 'var(--s2)',
  border: '2px dashed var(--accent-text)',
  borderRadius: 'var(--r-l)',
  background: 'color-mix(in srgb, var(--accent-soft) 92%, transparent)',
  color: 'var(--accent-text)',
  font: 'var(--t-name)',
  textAlign: 'center',
  // Drops pass through to the conversation.
  pointerEvents: 'none',
});

/** Covers the conversation while files are dragged over it. For pointers only: the keyboard uses the button. */
export function DropHint() {
  return (
    <div css={hint} aria-hidden="true" data-drop-hint>
      <ImagePlus size={28} strokeWidth={1.75} />
      <span>{texts.dropHere}</span>
    </div>
  );
}
