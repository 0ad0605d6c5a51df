import { css } from '@emotion/react';
import { type KeyboardEvent, useState } from 'react';
import { Plus } from '../../../ui/icons/icons.ts';
import { listQuickEmoji } from './react.ts';
import { texts } from './texts.ts';

const row = css({
  display: 'flex',
  gap: 2,
  '& > button': {
    display: 'grid',
    placeItems: 'center',
    flex: '1 0 44px',
    height: 44,
    borderRadius: 'var(--r-full)',
    fontSize: '1.5rem',
    lineHeight: 1,
    color: 'var(--text-muted)',
    '&:hover, &:focus-visible': { background: 'var(--hover)' },
    '&:focus-visible': { outlineOffset: -2 },
    '&[aria-checked=true], &[aria-pressed=true]': {
      background: 'var(--accent-soft)',
      boxShadow: 'inset 0 0 0 2px var(--accent-text)',
    },
  },
});

interface QuickReactionsProps {
  /** The emoji that the person has set. */
  own: string | undefined;
  /** Within a menu they are items of it. */
  isInMenu?: boolean;
  onReact: (emoji: string) => void;
  onMore: () => void;
}

/** A few emoji to react with, and the way to all of them. */
export function QuickReactions({ own, isInMenu = false, onReact, onMore }: QuickReactionsProps) {
  // They keep their places while they are shown.
  const [emoji] = useState(listQuickEmoji);
  const item = isInMenu ? { role: 'menuitem', tabIndex: -1 } : {};
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      css={row}
      role="group"
      aria-label={texts.react}
      onKeyDown={isInMenu ? moveSideways : undefined}
    >
      {emoji.map((one) => (
        <button
          key={one}
          type="button"
          aria-label={texts.reactWith(one)}
          {...(isInMenu
            ? { role: 'menuitemradio', tabIndex: -1, 'aria-checked': one === own }
            : { 'aria-pressed': one === own })}
          onClick={() => onReact(one)}
        >
          {one}
        </button>
      ))}
      <button
        type="button"
        aria-label={texts.allEmoji}
        title={texts.allEmoji}
        {...item}
        onClick={onMore}
      >
        <Plus size={20} />
      </button>
    </div>
  );
}

/** The arrow keys to the sides move among the emoji; up and down move through the whole menu. */
function moveSideways(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const current = all.findIndex((button) => button.matches(':focus'));
  all.at((current + step) % all.length)?.focus();
  event.preventDefault();
}
