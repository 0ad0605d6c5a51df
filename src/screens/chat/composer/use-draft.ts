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

/** Returns the content of the box now; null: empty. */
type ReadDraft = () => Draft | null;

interface DraftEvents {
  /** Once, when the box is opened. */
  onRestore: (draft: Draft) => void;
  /** Another window has sent or emptied a draft that this box may show too, with one of these marks. */
  onCleared: (marks: readonly string[]) => void;
}

/** The pause in typing after which the draft is stored; leaving stores it at once. */
const KEEP_AFTER_MS = 300;

/**
 * Stores the draft to one person, and restores it when the box is opened. Call the result after each change with a
 * function that returns the draft; null means that it is empty.
 */
export function useDraft(
  accountId: UserId,
  peerId: UserId,
  { onRestore, onCleared }: DraftEvents,
): (read: ReadDraft, pause?: number) => void {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; read: ReadDraft }>(null);
  /** Marks of the draft that other windows may have read: as found, and as stored. */
  const marks = useRef<{ found?: string; kept?: string }>({});
  const restore = useEffectEvent(onRestore);
  const clear = useEffectEvent(onCleared);
  const flush = useEffectEvent(() => {
    if (waiting.current) keep(waiting.current.read);
  });
  // A hidden page may be closed later without an event.
  const flushAtOnce = useEffectEvent(() => {
    const draft = waiting.current?.read();
    if (draft) keepWords(accountId, peerId, draft);
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

  function store(draft: Draft | null): void {
    if (draft === null) {
      const { found, kept } = marks.current;
      marks.current = {};
      void clearDraft(
        accountId,
        peerId,
        [found, kept].filter((mark) => mark !== undefined),
      );
      return;
    }
    marks.current.kept = markOf(draft);
    void writeDraft(accountId, peerId, draft);
  }

  return (read, pause = KEEP_AFTER_MS) => {
    clearTimeout(waiting.current?.timer);
    waiting.current = { timer: setTimeout(keep, pause, read), read };
  };
}
