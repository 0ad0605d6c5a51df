import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { hasModifier } from '../../../../ui/command-keys.ts';
import { isComposing } from '../../../../ui/composing.ts';
import { type ActiveOption, useActiveOption } from '../../../../ui/use-active-option.ts';
import { insertText } from '../insert-text.ts';
import type { EmojiOffer } from './find-emoji.ts';
import { findToken, type Token } from './find-token.ts';
import { keepRecent } from './recent-emoji.ts';

type Finder = typeof import('./find-emoji.ts');

let finder: Finder | null = null;

/** The active option is the one that Enter takes. */
export interface Completion
  extends Pick<ActiveOption, 'active' | 'listId' | 'listRef' | 'optionId'> {
  options: readonly EmojiOffer[];
}

interface CompletionControl {
  /** Null: no candidates. */
  completion: Completion | null;
  /** The text or the caret may have changed. */
  follow: (text: string, caret: number) => void;
  /** Returns whether the list has used the key. */
  handleKey: (event: KeyboardEvent) => boolean;
  choose: (option: EmojiOffer) => void;
  close: () => void;
}

/** Offers emoji for a `:name` that is being typed in a box. */
export function useCompletion(boxRef: RefObject<HTMLTextAreaElement | null>): CompletionControl {
  const [offer, setOffer] = useState<{ token: Token; options: EmojiOffer[] } | null>(null);
  const { setActive, move, ...shown } = useActiveOption(offer?.options.length ?? 0);
  /** The current name, with or without candidates: late results for another name are ignored. */
  const current = useRef<Token>(null);
  /** The start of the name for which the list was closed. */
  const closedAt = useRef<number>(null);

  const close = () => {
    closedAt.current = current.current?.start ?? null;
    setOffer(null);
  };

  const proceed = (found: Finder, token: Token, isTyped: boolean) => {
    const options = token.isClosed ? [] : found.offerEmoji(token.query);
    setOffer(options.length > 0 ? { token, options } : null);
    setActive(0);
    // `:name:` counts as choosing it.
    const emoji = token.isClosed && isTyped && found.findEmojiByName(token.query);
    if (emoji) put(emoji, token);
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

  const follow = (text: string, caret: number) => {
    const before = current.current;
    const token = findToken(text, caret);
    // Typing causes two events, for the text and for the caret.
    if (token && before && isSameToken(before, token)) return;
    current.current = token;
    if (!token) closedAt.current = null;
    if (!token || token.start === closedAt.current) {
      setOffer(null);
      return;
    }
    const isTyped = before?.start === token.start && token.end === before.end + 1;
    if (finder) {
      proceed(finder, token, isTyped);
      return;
    }
    import('./find-emoji.ts').then(
      (found) => {
        finder = found;
        if (current.current === token) proceed(found, token, isTyped);
      },
      // Without a network there are no candidates; the typed text stays.
      () => undefined,
    );
  };

  const choose = (option: EmojiOffer) => {
    if (offer) put(option.emoji, offer.token);
  };

  const handleKey = (event: KeyboardEvent): boolean => {
    if (!offer || isComposing(event) || hasModifier(event)) return false;
    const chosen = offer.options[shown.active];
    if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
      choose(chosen);
    } else if (!move(event.key)) return false;
    event.preventDefault();
    return true;
  };

  const completion = offer && { ...shown, options: offer.options };
  return { completion, follow, handleKey, choose, close };
}

const isSameToken = (a: Token, b: Token) =>
  a.start === b.start && a.end === b.end && a.query === b.query;
