/** Reactions to a message: one emoji of each person. */

import { css } from '@emotion/react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent as ReactKeyboardEvent, useState } from 'react';
import { operate } from '../../../outbox/operate.ts';
import { isReachable } from '../../../people/is-reachable.ts';
import { announce } from '../../../ui/announcer.ts';
import { Plus } from '../../../ui/icons/icons.ts';
import { hasModifier } from '../../../ui/keys.ts';
import { small } from '../../../ui/media.ts';
import { centred } from '../../../ui/styles.ts';
import { bottomSheet, Dialog } from '../../dialog.tsx';
import { LazyEmojiPicker } from '../composer/emoji/emoji-button.tsx';
import { keepRecent, readHabits } from '../composer/emoji/recent-emoji.ts';
import type { Subject } from './actions.tsx';
import { texts } from './texts.ts';

const QUICK_COUNT = 6;
const COMMON = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** The emoji that are offered at once: recent ones first. */
const listQuickEmoji = (): string[] =>
  [...new Set([...readHabits().recent, ...COMMON])].slice(0, QUICK_COUNT);

export const canReact = ({ message, peer }: Subject): boolean =>
  message.outgoing === undefined && isReachable(peer);

export const readOwnReaction = ({ message, me }: Subject): string | undefined =>
  message.reactions?.[me._id];

/** Sets the person's own emoji; the same one again takes it back. */
export function react(subject: Subject, emoji: string, queryClient: QueryClient): void {
  const isTakenBack = readOwnReaction(subject) === emoji;
  if (!isTakenBack) keepRecent(emoji);
  operate(queryClient, subject.peer._id, {
    kind: 'react',
    messageId: subject.message._id,
    emoji: isTakenBack ? null : emoji,
  });
  const line = isTakenBack ? texts.reactionRemoved : texts.reacted(emoji);
  announce({ kind: 'own-reaction', line });
}

const row = css({
  display: 'flex',
  gap: 2,
  '& > button': {
    ...centred,
    flex: '1 1 44px',
    height: 44,
    borderRadius: 'var(--r-full)',
    // So that all fit beside each other, however large the text is.
    fontSize: 'min(1.5rem, 30px)',
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
  subject: Subject;
  /** Within a menu they are items of it. */
  isInMenu?: boolean;
  onReact?: () => void;
  onMore: () => void;
}

/** A few emoji to react with, and the way to all of them; nothing if the person cannot react. */
export function QuickReactions(props: QuickReactionsProps) {
  const { subject, isInMenu = false, onReact, onMore } = props;
  const queryClient = useQueryClient();
  // They keep their places while they are shown.
  const [emoji] = useState(listQuickEmoji);
  const item = isInMenu ? { role: 'menuitem', tabIndex: -1 } : {};
  if (!canReact(subject)) return null;
  const own = readOwnReaction(subject);
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
          onClick={() => {
            onReact?.();
            react(subject, one, queryClient);
          }}
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
function moveSideways(event: ReactKeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const current = all.findIndex((button) => button.matches(':focus'));
  all.at((current + step) % all.length)?.focus();
  event.preventDefault();
}

const panel = css({
  width: 'min(376px, calc(100vw - 24px))',
  height: 'min(420px, calc(100dvh - 24px))',
  overflow: 'hidden',
  borderRadius: 'var(--r-l)',
  [small]: {
    ...bottomSheet,
    height: 'min(420px, 70dvh)',
  },
});
interface ReactionPickerProps {
  onPick: (emoji: string) => void;
  onClose: () => void;
}

export function ReactionPicker({ onPick, onClose }: ReactionPickerProps) {
  return (
    <Dialog css={panel} aria-label={texts.allEmoji} onClose={onClose} onKeyDown={passToDocument}>
      <LazyEmojiPicker onPick={onPick} onFail={onClose} />
    </Dialog>
  );
}

/** The picker listens at the document to the keys that move and choose. Keys in a dialog do not get there. */
function passToDocument(event: ReactKeyboardEvent): void {
  const { key } = event;
  if (event.defaultPrevented || hasModifier(event) || !/^(Enter|Arrow)/.test(key)) return;
  const isUnused = document.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
  if (!isUnused) event.preventDefault();
}
