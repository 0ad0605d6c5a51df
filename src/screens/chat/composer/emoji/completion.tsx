import { css } from '@emotion/react';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { hasModifier, isComposing } from '../../../../ui/keys.ts';
import { type ActiveOption, useActiveOption } from '../../../../ui/move-index.ts';
import { flexRow, scrolls } from '../../../../ui/styles.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import type { EmojiOffer } from './emoji-data.ts';
import { keepRecent } from './recent-emoji.ts';

/** The part of a text from the colon on. */
interface Token {
  start: number;
  end: number;
  query: string;
  /** A second colon ends it. */
  isClosed: boolean;
}

/**
 * A colon where a word may begin, then a letter and at least one more: not `10:30`, `http://`, `:)`, `:D` or `a:b`.
 * `+1` and `-1` are names.
 */
const NAME = /(?<![\p{L}\p{N}:/\\]):([\p{L}+-][\p{L}\p{M}\p{N}_+-]+)(:?)$/u;

/** The name that ends at the caret; null: there is none. */
export function findToken(text: string, caret: number): Token | null {
  // No name is longer, so a long text need not be searched.
  const from = Math.max(0, caret - 50);
  const match = NAME.exec(text.slice(from, caret));
  if (!match) return null;
  const [, query = '', closing] = match;
  return { start: from + match.index, end: caret, query, isClosed: closing === ':' };
}

/** Shorter ones may be anything: `:oo`, `:ja`. Then Enter sends what was typed. */
const LIKE_A_NAME = /^(?:[+-]1|.{3})/u;

const isBegun = (option: EmojiOffer | undefined, { query }: Token): boolean =>
  LIKE_A_NAME.test(query) && option?.name.startsWith(`:${query.toLowerCase()}`) === true;

/** The active option is the one that Tab takes, and Enter if it is meant. */
interface Completion extends Pick<ActiveOption, 'active' | 'listId' | 'listRef' | 'optionId'> {
  options: readonly EmojiOffer[];
}

/** Offers emoji for a `:name` that is being typed in a box; `completion` is null without candidates. */
export function useCompletion(boxRef: RefObject<HTMLTextAreaElement | null>) {
  const [offer, setOffer] = useState<{ token: Token; options: EmojiOffer[] } | null>(null);
  const { setActive, move, ...shown } = useActiveOption(offer?.options.length ?? 0);
  /** The current name, with or without candidates: late results for another name are ignored. */
  const current = useRef<Token>(null);
  /** The start of the name for which the list was closed. */
  const closedAt = useRef<number>(null);
  const hasMoved = useRef(false);

  const close = () => {
    closedAt.current = current.current?.start ?? null;
    setOffer(null);
  };

  const put = (emoji: string, { start, end }: Token) => {
    const box = boxRef.current;
    current.current = null;
    setOffer(null);
    if (!box) return;
    box.focus();
    insertText(box, emoji, start, end);
    keepRecent(emoji);
  };

  /** The text or the caret may have changed. */
  const follow = async (text: string, caret: number) => {
    const before = current.current;
    const token = findToken(text, caret);
    // Typing causes two events, for the text and for the caret.
    if (token && before?.start === token.start && before.end === token.end) return;
    current.current = token;
    if (!token) closedAt.current = null;
    if (!token || token.start === closedAt.current) return setOffer(null);
    // Without a network there are no candidates; the typed text stays.
    const data = await import('./emoji-data.ts').catch(() => null);
    if (!data || current.current !== token) return;
    const isTyped = before?.start === token.start && token.end === before.end + 1;
    // `:name:` counts as choosing it.
    const named = token.isClosed && isTyped && data.findEmojiByName(token.query);
    if (named) return put(named, token);
    const options = token.isClosed ? [] : data.offerEmoji(token.query);
    setOffer(options.length > 0 ? { token, options } : null);
    setActive(0);
    hasMoved.current = false;
  };

  const choose = ({ emoji }: EmojiOffer) => offer && put(emoji, offer.token);

  /** Returns whether the list has used the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!offer || isComposing(event) || hasModifier(event)) return false;
    const chosen = offer.options[shown.active];
    const isMeant = hasMoved.current || isBegun(chosen, offer.token);
    if (event.key === 'Escape') close();
    else if ((event.key === 'Tab' || (event.key === 'Enter' && isMeant)) && chosen) choose(chosen);
    else if (move(event.key)) hasMoved.current = true;
    else return false;
    event.preventDefault();
    return true;
  };

  const completion: Completion | null = offer && { ...shown, options: offer.options };
  return { completion, follow, handleKey, choose, close };
}

/** From the box's lower edge to the upper edge of the visible conversation. */
const REACH = '(var(--seen-h, 100dvh) - 2 * var(--gutter) - var(--composer-foot) - 9px)';

/**
 * Fits a panel into the space above the box, which shrinks with every line. If that is less than `height`, the panel
 * covers the upper part of the box. A percentage is one of the box's height.
 */
export function placeAboveBox(height: string) {
  const start = `min(100% + 8px, ${REACH} - ${height})`;
  return { insetBlockEnd: start, maxHeight: `calc(${REACH} - ${start})` };
}

const list = css({
  position: 'absolute',
  ...placeAboveBox('6rem'),
  insetInlineStart: 0,
  zIndex: 'var(--z-menu)',
  width: 'min(320px, 100%)',
  padding: 'var(--s1)',
  ...scrolls,
  borderRadius: 'var(--r-l)',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow-3)',
  '& > div': {
    ...flexRow('var(--s3)'),
    minHeight: 36,
    padding: '0 var(--s3)',
    borderRadius: 'var(--r-m)',
    font: 'var(--t-md)',
    color: 'var(--text)',
    cursor: 'pointer',
    overflow: 'hidden',
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

/**
 * Replaces the text of a box between two positions; the caret moves behind it. The box fires events as if the text had
 * been typed. If the box has the focus, the browser's undo includes it.
 */
export function insertText(
  box: HTMLTextAreaElement,
  text: string,
  start = box.selectionStart,
  end = box.selectionEnd,
): void {
  if (document.activeElement === box) {
    box.setSelectionRange(start, end);
    if (document.execCommand?.('insertText', false, text)) return;
  }
  box.setRangeText(text, start, end, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
