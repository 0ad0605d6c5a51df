/**
 * The time in which something can be taken back. A message does not wait for its end: it can be taken back until it is
 * first tried. A deletion is delayed until the time is over, also in the window that takes it over from a closed one.
 */
import { withCause } from '../cache/write.ts';
import { setUndoable } from '../stores/unsent.ts';
import { type Entries, type Entry, isUntried } from './entries.ts';
import { isMessage, type OutgoingOperation } from './outgoing.ts';

/** How long something can be taken back, in ms. */
export const UNDO_MS = 5_000;

export type Undo = ReturnType<typeof createUndo>;

export function createUndo(entries: Entries, signal: AbortSignal) {
  signal.addEventListener('abort', () => {
    for (const { undoTimer } of entries.list()) clearTimeout(undoTimer);
    setUndoable(undefined);
  });

  /** Offers to take back only the last message: an offer below each of many would move the conversation. */
  function show(): void {
    const isUndoable = (entry: Entry) =>
      isMessage(entry.unsent) && entry.undoTimer !== undefined && isUntried(entry);
    setUndoable(
      entries
        .list()
        .toSorted((a, b) => (a.unsent.key < b.unsent.key ? -1 : 1))
        .findLast(isUndoable)?.unsent.key,
    );
  }

  /** The time to take a deletion back is over. */
  function leave(entry: Entry, { operation, peerId }: OutgoingOperation): void {
    const target = entries.find(operation.messageId);
    if (target && isUntried(target)) {
      // Operations on the message are removed with it, this deletion too.
      entries.remove(target);
      return;
    }
    for (const other of entries.list(peerId)) {
      if (isReplacedBy(other, entry)) entries.remove(other);
    }
    entry.isDelayed = false;
    entries.advance(peerId);
  }

  return {
    show,

    /** Offers to take a message back. */
    offer(entry: Entry): void {
      entry.undoTimer = setTimeout(() => {
        entry.undoTimer = undefined;
        show();
      }, UNDO_MS);
      show();
    },

    /** Delays a deletion that can still be taken back. */
    delay(entry: Entry): void {
      const { unsent } = entry;
      if (isMessage(unsent) || unsent.heldUntil === undefined) return;
      // A clock that was set back must not delay it longer.
      const leftMs = Math.min(UNDO_MS, unsent.heldUntil - Date.now());
      if (leftMs <= 0) return;
      entry.isDelayed = true;
      entry.undoTimer = setTimeout(() => {
        entry.undoTimer = undefined;
        const { unsent: now } = entry;
        if (!isMessage(now) && entries.find(now.key) === entry)
          withCause({ kind: 'timer', name: 'end of undo' }, () => leave(entry, now));
      }, leftMs);
    },
  };
}

/** Whether this is an edit of or a reaction to the message that is deleted, and was never tried. */
function isReplacedBy(other: Entry, { unsent: deletion }: Entry): boolean {
  if (isMessage(other.unsent) || isMessage(deletion) || !isUntried(other)) return false;
  const { operation } = other.unsent;
  return operation.kind !== 'delete' && operation.messageId === deletion.operation.messageId;
}
