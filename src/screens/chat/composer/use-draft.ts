import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sendable } from '../../../conversation/entities.ts';
import {
  changeDraft,
  type Draft,
  getDraftAccount,
  readDraft,
  subscribeDraft,
} from '../../../kept/drafts.ts';
import type { Quote, UserId } from '../../../protocol/entities.ts';
import { askToWrite, useIsToWrite } from '../../../stores/opened.ts';
import { coarse, matchesMedia } from '../../../ui/media.ts';
import { setCaret } from './message-box.tsx';
import { makePicture, type usePictures } from './pictures.tsx';

/** The content of the box, and functions to replace it. */
interface Box {
  text: string;
  writing: Pick<ReturnType<typeof useBox>, 'replace' | 'caretRef'>;
  pictures: Draft['pictures'];
  album: Pick<ReturnType<typeof usePictures>, 'replace'>;
  isBlank: boolean;
  quote: Quote | undefined;
  setQuote: (quote: Quote | undefined) => void;
}

/** The content of the box is the draft to one person: each follows the other. */
export function useDraft(accountId: UserId, peerId: UserId, box: Box) {
  const { text, writing, pictures, album, isBlank, quote, setQuote } = box;
  const isTouched = useRef(false);
  /** The draft as the box shows it. */
  const shown = useRef<Draft>(undefined);

  const show = useEffectEvent((draft: Draft | undefined) => {
    if (draft === shown.current) return;
    shown.current = draft;
    isTouched.current = false;
    writing.replace(draft?.text ?? '', draft?.cursor ?? 0);
    album.replace(draft?.pictures ?? []);
    setQuote(draft?.replyTo);
  });
  useEffect(() => {
    show(readDraft(accountId, peerId));
    return subscribeDraft(accountId, peerId, (draft) => show(draft));
  }, [accountId, peerId]);

  const keep = () => {
    if (!isTouched.current) return;
    const words = { text, cursor: writing.caretRef.current, ...(quote && { replyTo: quote }) };
    shown.current = isBlank ? undefined : { ...words, pictures };
    changeDraft(accountId, peerId, shown.current);
  };
  useEffect(keep);

  return {
    /** The content of the box is the person's own from now on, not a restored draft. */
    markEdited(): void {
      isTouched.current = true;
    },
    /** The caret is kept too, and moves without a render. */
    keepCaret: keep,
  };
}

/** Puts a message that was taken back before what was typed since. */
export function giveBack(peerId: UserId, content: Sendable): void {
  const accountId = getDraftAccount();
  const draft = readDraft(accountId, peerId) ?? { text: '', cursor: 0, pictures: [] };
  if ('text' in content) {
    const added = draft.text === '' ? content.text : `${content.text}\n`;
    const [text, cursor] = [added + draft.text, added.length + draft.cursor];
    changeDraft(accountId, peerId, { ...draft, text, cursor });
  } else {
    const picture = makePicture('original' in content ? content : content.image);
    changeDraft(accountId, peerId, { ...draft, pictures: [...draft.pictures, picture] });
  }
  document.querySelector<HTMLElement>('[data-part=box]')?.focus();
}

/** The text in the box, and the caret's position. */
export function useBox(peerId: UserId) {
  const [text, setText] = useState('');
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const caretRef = useRef(0);
  /** The caret's position after the text is restored. */
  const dueCaret = useRef<number>(null);

  useEffect(() => {
    // On a touch screen the keyboard would cover the messages.
    if (!matchesMedia(coarse)) boxRef.current?.focus({ preventScroll: true });
  }, []);
  const isToWrite = useIsToWrite(peerId);
  useEffect(() => {
    if (!isToWrite) return;
    boxRef.current?.focus();
    askToWrite(null);
  }, [isToWrite]);

  useEffect(() => {
    if (!boxRef.current || dueCaret.current === null || text === '') return;
    caretRef.current = dueCaret.current;
    dueCaret.current = null;
    setCaret(boxRef.current, caretRef.current);
  }, [text]);

  return {
    text,
    setText,
    boxRef,
    caretRef,

    /** The caret was moved there; returns false while a restored text waits for its own caret. */
    moveCaret(caret: number): boolean {
      if (dueCaret.current !== null) return false;
      caretRef.current = caret;
      return true;
    },

    replace(by: string, caret: number): void {
      // Without a change of the text, the caret must not move in the text typed later.
      if (by !== text) dueCaret.current = caret;
      setText(by);
    },
  };
}
