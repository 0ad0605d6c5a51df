import { css } from '@emotion/react';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { EmojiOffer } from './find-emoji.ts';
import { placeAboveBox } from './place-above-box.ts';
import type { Completion } from './use-completion.ts';

const list = css({
  position: 'absolute',
  ...placeAboveBox('6rem'),
  insetInlineStart: 0,
  zIndex: 'var(--z-menu)',
  width: 'min(320px, 100%)',
  margin: 0,
  padding: 'var(--s1)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  borderRadius: 'var(--r-l)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-3)',
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s3)',
    minHeight: 36,
    padding: '0 var(--s3)',
    borderRadius: 'var(--r-m)',
    font: 'var(--t-md)',
    color: 'var(--text)',
    cursor: 'pointer',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > div > [aria-hidden]': { fontSize: '1.25rem', lineHeight: 1 },
  '& > div[aria-selected=true]': {
    background: 'var(--accent-soft)',
    outline: '2px solid transparent',
    outlineOffset: -2,
  },
});

interface CompletionListProps {
  completion: Completion;
  onChoose: (option: EmojiOffer) => void;
}

/** Candidates for `:name`. The focus stays in the box, which names the active one. */
export function CompletionList({ completion, onChoose }: CompletionListProps) {
  const { listId, listRef, optionId, options, active } = completion;
  return (
    <>
      <div css={list} ref={listRef} id={listId} role="listbox" aria-label={texts.suggestions}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the box names it as its active descendant
          <div
            key={option.emoji}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            // The box keeps the focus, and so the keyboard of a touch screen stays.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <span aria-hidden="true">{option.emoji}</span>
            <span>{option.name}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden role="status">{texts.suggestionCount(options.length)}</VisuallyHidden>
    </>
  );
}
