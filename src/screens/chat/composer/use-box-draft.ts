import { type RefObject, useEffect, useRef } from 'react';
import { markOf } from '../../../kept/drafts.ts';
import type { UserId } from '../../../protocol/entities.ts';
import type { useBox } from './use-box.ts';
import { type Unsent, useDraft } from './use-draft.ts';
import type { Picture, usePictures } from './use-pictures.ts';

/** What stands in the box, and how to put something else there. */
interface Box {
  text: string;
  caretRef: RefObject<number>;
  writing: Pick<ReturnType<typeof useBox>, 'restore' | 'setText'>;
  pictures: readonly Picture[];
  album: Pick<ReturnType<typeof usePictures>, 'restore' | 'clear'>;
  /** Nothing stands there. */
  isBlank: boolean;
}

/** Keeps what somebody writes in the box as a draft, and puts back what they left. */
export function useBoxDraft(accountId: UserId, peerId: UserId, box: Box) {
  const { text, caretRef, writing, pictures, album, isBlank } = box;
  const isTouched = useRef(false);
  const wasBlank = useRef(true);

  const keep = useDraft(accountId, peerId, {
    onRestore(draft) {
      // Somebody who already types is not interrupted by what they left.
      if (isTouched.current) return;
      writing.restore(draft.text, draft.cursor);
      album.restore(draft.images);
    },
    onCleared(cleared) {
      // What somebody wrote here and nowhere else is theirs to keep, also on the disk, where it is gone now.
      const mark = markOf({ text, images: pictures.map(({ src }) => src ?? '') });
      if (isTouched.current && !cleared.includes(mark)) {
        if (!isBlank) keep(tell, 0);
        return;
      }
      isTouched.current = false;
      writing.setText('');
      album.clear();
    },
  });

  const tell = (): Unsent | null => {
    if (isBlank) return null;
    const ready = pictures.flatMap(({ src }) => src ?? []);
    const coming = pictures.map((one) => one.src ?? one.unready.image.catch(() => []));
    const images =
      ready.length === pictures.length ? ready : Promise.all(coming).then((all) => all.flat());
    return { text, cursor: caretRef.current, images };
  };

  useEffect(() => {
    const isEmptied = isBlank && !wasBlank.current;
    wasBlank.current = isBlank;
    if (!isTouched.current) return;
    // What was sent must not come back as a draft, not even after a crash right now. A box that stays blank deletes
    // nothing: the draft may be another window's by then.
    if (isEmptied) keep(tell, 0);
    else if (!isBlank) keep(tell);
  });

  return {
    /** Says that what is in the box from now on is the person's doing. */
    touch(): void {
      isTouched.current = true;
    },
    /** The caret is part of it, and moves without a render. */
    keepCaret(): void {
      if (!isBlank) keep(tell);
    },
  };
}
