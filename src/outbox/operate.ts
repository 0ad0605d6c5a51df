/**
 * What a person does with a message that exists. It is shown at once, stored on the device, and sent in the order of
 * its conversation, once. Loaded on demand, by the controls that need it; call it only for a server with `changes`.
 *
 * An operation that was never tried is changed instead of adding another one: the other person does not get what was
 * taken back at once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { v7 as uuidv7 } from 'uuid';
import { withCause } from '../cache/write.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { type Entries, type Entry, isUntried } from './entries.ts';
import { openOutbox } from './open-outbox.ts';
import { isMessage, type Operation, type OutgoingOperation } from './outgoing.ts';
import { UNDO_MS } from './undo.ts';

/** Returns the operation's key, for `undoOperation`. */
export const operate = (queryClient: QueryClient, peerId: UserId, operation: Operation): string =>
  withCause({ kind: 'reader', name: operation.kind }, () =>
    addOperation(queryClient, peerId, operation),
  );

function addOperation(queryClient: QueryClient, peerId: UserId, operation: Operation): string {
  const outbox = openOutbox(queryClient);
  const { entries } = outbox;
  if (operation.kind === 'edit' && rewriteUnsent(entries, operation)) return operation.messageId;
  const createdAt = new Date().toISOString();
  const earlier = findUntried(entries, peerId, operation);
  if (earlier) {
    const { entry, unsent } = earlier;
    entries.rewrite(entry, {
      ...unsent,
      createdAt,
      operation: replace(unsent.operation, operation),
    });
    return unsent.key;
  }
  const key = uuidv7();
  outbox.add({
    key,
    senderId: outbox.accountId,
    peerId,
    operation,
    createdAt,
    ...(operation.kind === 'delete' && { heldUntil: Date.now() + UNDO_MS }),
  });
  return key;
}

/** Sends a message with the content of another one, which the server has. */
export const forwardMessage = (
  queryClient: QueryClient,
  peerId: UserId,
  forwardOf: MessageId,
): void => openOutbox(queryClient).send(peerId, { text: '' }, { forwardOf });

/** Discards a message that was not sent. */
export const discardMessage = (queryClient: QueryClient, key: string): void =>
  openOutbox(queryClient).discard(key);

/**
 * Takes a deletion back, during `UNDO_MS` after it: until then it has not left. Returns whether it was taken back. If
 * the page is closed meanwhile, another one sends the deletion.
 */
export function undoOperation(queryClient: QueryClient, key: string): boolean {
  const { entries } = openOutbox(queryClient);
  const entry = entries.find(key);
  if (!entry?.isDelayed) return false;
  withCause({ kind: 'reader', name: 'undoes' }, () => entries.remove(entry));
  return true;
}

/** The text of a message that was never tried is changed in the message. That of a forward is not in it. */
function rewriteUnsent(
  entries: Entries,
  { messageId, text }: Operation & { kind: 'edit' },
): boolean {
  const entry = entries.find(messageId);
  if (!entry || !isUntried(entry) || !isMessage(entry.unsent)) return false;
  if (entry.unsent.forwardOf !== undefined) return false;
  entries.rewrite(entry, { ...entry.unsent, content: { text } });
  return true;
}

/** The latest operation of this kind on the same message, if it was never tried. */
function findUntried(
  entries: Entries,
  peerId: UserId,
  { kind, messageId }: Operation,
): { entry: Entry; unsent: OutgoingOperation } | undefined {
  const latest = entries
    .list(peerId)
    .flatMap((entry) => {
      const { unsent } = entry;
      return isMessage(unsent) || unsent.operation.kind !== kind ? [] : [{ entry, unsent }];
    })
    .findLast(({ unsent }) => unsent.operation.messageId === messageId);
  return latest && isUntried(latest.entry) ? latest : undefined;
}

/** Several edits change the version that the first one names. */
const replace = (earlier: Operation, later: Operation): Operation =>
  earlier.kind === 'edit' && later.kind === 'edit' ? { ...later, version: earlier.version } : later;
