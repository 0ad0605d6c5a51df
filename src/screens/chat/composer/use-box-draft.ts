import { type RefObject, useEffect, useRef } from 'react';
import { type Draft, markOf } from '../../../kept/drafts.ts';
import type { Quote, UserId } from '../../../protocol/entities.ts';
import type { useBox } from './use-box.ts';
import { useDraft } from './use-draft.ts';
import type { Picture, usePictures } from './use-pictures.ts';

/** The content of the box, and functions to replace it. */
interface Box {
  text: string;
  caretRef: RefObject<number>;
  writing: Pick<ReturnType<typeof useBox>, 'restore' | 'setText'>;
  pictures: readonly Picture[];
  album: Pick<ReturnType<typeof usePictures>, 'restore' | 'clear'>;
  /** Whether the box is empty. */
  isBlank: boolean;
  /** The message that is being answered. */
  quote: Quote | undefined;
  setQuote: (quote: Quote | undefined) => void;
}

/** Stores the content of the box as a draft, and restores it. */
export function useBoxDraft(accountId: UserId, peerId: UserId, box: Box) {
  const { text, caretRef, writing, pictures, album, isBlank, quote, setQuote } = box;
  const isTouched = useRef(false);
  const wasBlank = useRef(true);
  const images = pictures.map((one) => one.src ?? one.unready.original);

  const scheduleSave = useDraft(accountId, peerId, {
    onRestore(draft) {
      // A person who already types is not interrupted by the draft.
      if (isTouched.current) return;
      writing.restore(draft.text, draft.cursor);
      album.restore(draft.images);
      setQuote(draft.replyTo);
    },
    onCleared(cleared) {
      // Text that exists only in this box stays; it is stored again, since it was deleted.
      const mark = markOf({ text, images });
      if (isTouched.current && !cleared.includes(mark)) {
        if (!isBlank) scheduleSave(readContent, 0);
        return;
      }
      isTouched.current = false;
      writing.setText('');
      album.clear();
      setQuote(undefined);
    },
  });

  const readContent = (): Draft | null =>
    isBlank ? null : { text, cursor: caretRef.current, images, ...(quote && { replyTo: quote }) };

  useEffect(() => {
    const isEmptied = isBlank && !wasBlank.current;
    wasBlank.current = isBlank;
    if (!isTouched.current) return;
    // A sent text must not come back as a draft, even after a crash right now. A box that stays blank deletes nothing:
    // the draft may belong to another window by then.
    if (isEmptied) scheduleSave(readContent, 0);
    else if (!isBlank) scheduleSave(readContent);
  });

  return {
    /** Marks the content of the box as the person's own from now on. */
    markEdited(): void {
      isTouched.current = true;
    },
    /** The caret is stored too, and moves without a render. */
    keepCaret(): void {
      if (!isBlank) scheduleSave(readContent);
    },
  };
}
