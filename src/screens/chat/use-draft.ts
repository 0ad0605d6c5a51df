import { useEffect, useEffectEvent, useRef } from 'react';
import { clearDraft, type Draft, readDraft, writeDraft } from '../../drafts/drafts.ts';
import type { UserId } from '../../protocol/entities.ts';

/** Tells what is in the box now; null: nothing. */
type ReadDraft = () => Draft | null | Promise<Draft>;

/** A pause in typing after which the draft is kept; leaving keeps it at once. */
const KEEP_AFTER_MS = 300;

/**
 * Keeps what somebody began to write to one person, and gives it back once when the box is opened.
 * Call the result after each change with a way to tell the draft; null means that nothing is left.
 */
export function useDraft(
  accountId: UserId,
  peerId: UserId,
  onRestore: (draft: Draft) => void,
): (read: ReadDraft, pause?: number) => void {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; keep: () => void }>(null);
  const restore = useEffectEvent(onRestore);

  useEffect(() => {
    let isLeft = false;
    void readDraft(accountId, peerId).then((draft) => {
      if (draft && !isLeft) restore(draft);
    });
    const flush = () => waiting.current?.keep();
    window.addEventListener('pagehide', flush);
    return () => {
      isLeft = true;
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [accountId, peerId]);

  return (read, pause = KEEP_AFTER_MS) => {
    clearTimeout(waiting.current?.timer);
    const keep = () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = null;
      keepDraft(accountId, peerId, read);
    };
    waiting.current = { timer: setTimeout(keep, pause), keep };
  };
}

/** Words are stored in the order of these calls; only a picture that is still being read lags behind. */
function keepDraft(accountId: UserId, peerId: UserId, read: ReadDraft): void {
  const keep = (draft: Draft | null) =>
    draft ? writeDraft(accountId, peerId, draft) : clearDraft(accountId, peerId);
  const draft = read();
  if (draft instanceof Promise) void draft.then(keep);
  else void keep(draft);
}
