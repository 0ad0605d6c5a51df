import { useEffect, useEffectEvent, useRef } from 'react';
import {
  addBox,
  clearDraft,
  type Draft,
  keepWords,
  markOf,
  readDraft,
  subscribeDraftCleared,
  writeDraft,
} from '../../../kept/drafts.ts';
import type { UserId } from '../../../protocol/entities.ts';

/** What is in the box; pictures may still be on their way. */
export interface Unsent extends Omit<Draft, 'images'> {
  images: string[] | Promise<string[]>;
}

/** Tells what is in the box now; null: nothing. */
type ReadDraft = () => Unsent | null;

interface DraftEvents {
  /** Once, when the box is opened. */
  onRestore: (draft: Draft) => void;
  /** Another window sent or emptied what this box may show as well, with one of these marks. */
  onCleared: (marks: readonly string[]) => void;
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
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; read: ReadDraft }>(null);
  /** Marks of the draft that other windows may have from the disk: as it was found, and as it was kept. */
  const marks = useRef<{ found?: string; kept?: string }>({});
  const newest = useRef<Unsent>(null);
  const restore = useEffectEvent(onRestore);
  const clear = useEffectEvent(onCleared);
  const flush = useEffectEvent(() => {
    if (waiting.current) keep(waiting.current.read);
  });
  // A page that is put away may be ended without a word later.
  const flushAtOnce = useEffectEvent(() => {
    const unsent = waiting.current?.read();
    if (unsent) keepWords(accountId, peerId, unsent);
    flush();
  });

  useEffect(() => {
    let isLeft = false;
    void readDraft(accountId, peerId).then((draft) => {
      if (!draft || isLeft) return;
      marks.current.found = markOf(draft);
      restore(draft);
    });
    const listener = () => flushAtOnce();
    const stop = subscribeDraftCleared(accountId, peerId, (cleared) => clear(cleared));
    const withdraw = addBox(() => flush());
    window.addEventListener('pagehide', listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      isLeft = true;
      stop();
      withdraw();
      window.removeEventListener('pagehide', listener);
      document.removeEventListener('visibilitychange', listener);
      flush();
    };
  }, [accountId, peerId]);

  function keep(read: ReadDraft): void {
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
    store(read());
  }

  /** Words are stored in the order of these calls; only a picture that is still being read lags behind. */
  function store(unsent: Unsent | null): void {
    newest.current = unsent;
    if (unsent === null) {
      const { found, kept } = marks.current;
      marks.current = {};
      void clearDraft(
        accountId,
        peerId,
        [found, kept].filter((mark) => mark !== undefined),
      );
      return;
    }
    const { images } = unsent;
    if (images instanceof Promise) {
      void images.then((ready) => {
        // What was sent meanwhile must not come back.
        if (newest.current === unsent) write({ ...unsent, images: ready });
      });
    } else {
      write({ ...unsent, images });
    }
  }

  function write(draft: Draft): void {
    marks.current.kept = markOf(draft);
    void writeDraft(accountId, peerId, draft);
  }

  return (read, pause = KEEP_AFTER_MS) => {
    clearTimeout(waiting.current?.timer);
    waiting.current = { timer: setTimeout(keep, pause, read), read };
  };
}
