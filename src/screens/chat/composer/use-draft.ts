import { useEffect, useEffectEvent, useRef } from 'react';
import {
  clearDraft,
  type Draft,
  readDraft,
  subscribeDraftCleared,
  writeDraft,
} from '../../../drafts/drafts.ts';
import type { UserId } from '../../../protocol/entities.ts';

/** Tells what is in the box now; null: nothing. */
type ReadDraft = () => Draft | null | Promise<Draft>;

interface DraftEvents {
  /** Once, when the box is opened. */
  onRestore: (draft: Draft) => void;
  /** Another window sent or emptied what this box may show as well, with one of these texts. */
  onCleared: (texts: readonly string[]) => void;
}

/** A pause in typing after which the draft is kept; leaving keeps it at once. */
const KEEP_AFTER_MS = 300;

/**
 * Keeps what somebody began to write to one person, and gives it back when the box is opened.
 * Call the result after each change with a way to tell the draft; null means that nothing is left.
 */
export function useDraft(
  accountId: UserId,
  peerId: UserId,
  { onRestore, onCleared }: DraftEvents,
): (read: ReadDraft, pause?: number) => void {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; keep: () => void }>(null);
  /** Texts of the draft that other windows may have from the disk: as it was found, and as it was kept. */
  const texts = useRef<{ found?: string; kept?: string }>({});
  const newest = useRef<Draft | null | Promise<Draft>>(null);
  const restore = useEffectEvent(onRestore);
  const clear = useEffectEvent(onCleared);

  useEffect(() => {
    let isLeft = false;
    void readDraft(accountId, peerId).then((draft) => {
      if (!draft || isLeft) return;
      texts.current.found = draft.text;
      restore(draft);
    });
    // A page that is put away may be ended without a word later.
    const flush = () => waiting.current?.keep();
    const stop = subscribeDraftCleared(accountId, peerId, (cleared) => clear(cleared));
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      isLeft = true;
      stop();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [accountId, peerId]);

  /** Words are stored in the order of these calls; only a picture that is still being read lags behind. */
  function store(read: ReadDraft): void {
    const draft = read();
    newest.current = draft;
    if (draft === null) {
      const { found, kept } = texts.current;
      texts.current = {};
      void clearDraft(
        accountId,
        peerId,
        [found, kept].filter((text) => text !== undefined),
      );
    } else if (draft instanceof Promise) {
      // What was sent meanwhile must not come back.
      void draft.then((ready) => newest.current === draft && write(ready));
    } else {
      write(draft);
    }
  }

  function write(draft: Draft): void {
    texts.current.kept = draft.text;
    void writeDraft(accountId, peerId, draft);
  }

  return (read, pause = KEEP_AFTER_MS) => {
    clearTimeout(waiting.current?.timer);
    const keep = () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = null;
      store(read);
    };
    waiting.current = { timer: setTimeout(keep, pause), keep };
  };
}
