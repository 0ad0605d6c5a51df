/**
 * What a person does with a message that exists. It is shown at once, stored on the device, and sent in the order of
 * its conversation, once. Loaded on demand, by the controls that need it; call it only for a server that has announced
 * the feature.
 *
 * What was never tried is changed in place instead of adding to it: the other person need not hear of what was taken
 * back at once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { v7 as uuidv7 } from 'uuid';
import type { MessageContent, MessageId, UserId } from '../protocol/entities.ts';
import { openOutbox } from './open-outbox.ts';
import { type Entry, type Outbox, UNDO_MS } from './outbox.ts';
import { isMessage, type Operation, type OutgoingOperation } from './outgoing.ts';

/** Returns the operation's key, for `undoOperation`. */
export function operate(queryClient: QueryClient, peerId: UserId, operation: Operation): string {
  const outbox = openOutbox(queryClient);
  const key = uuidv7();
  const createdAt = new Date().toISOString();
  const added: OutgoingOperation = {
    key,
    senderId: outbox.accountId,
    peerId,
    operation,
    createdAt,
  };
  if (operation.kind === 'delete') {
    const entry = outbox.add(added, { isHeld: true });
    const timer = setTimeout(() => leave(outbox, entry), UNDO_MS);
    outbox.signal.addEventListener('abort', () => clearTimeout(timer));
    return key;
  }
  if (operation.kind === 'edit' && rewriteUnsent(outbox, operation)) return operation.messageId;
  const earlier = findLatest(outbox, peerId, operation);
  if (earlier && isUntried(earlier.entry)) {
    const { entry, unsent } = earlier;
    outbox.rewrite(entry, {
      ...unsent,
      createdAt,
      operation: replace(unsent.operation, operation),
    });
    return entry.unsent.key;
  }
  outbox.add(added, { isHeld: false });
  return key;
}

/** Sends a message with the content of another one, which the server has. `content` is shown until it has answered. */
export function forwardMessage(
  queryClient: QueryClient,
  peerId: UserId,
  { messageId, content }: { messageId: MessageId; content: MessageContent },
): void {
  openOutbox(queryClient).send(peerId, content, { forwardOf: messageId });
}

/**
 * Takes a deletion back, during `UNDO_MS` after it: until then it has not left, and the message is only hidden. Returns
 * whether it was taken back. If the page is closed meanwhile, the next one sends the deletion.
 */
export function undoOperation(queryClient: QueryClient, key: string): boolean {
  const outbox = openOutbox(queryClient);
  const entry = outbox.find(key);
  if (!entry?.isHeld) return false;
  outbox.remove(entry);
  return true;
}

const isUntried = ({ handedOver }: Entry): boolean => handedOver === 0;

/** The text of a message that was never tried is changed in the message. */
function rewriteUnsent(outbox: Outbox, { messageId, text }: Operation & { kind: 'edit' }): boolean {
  const entry = outbox.find(messageId);
  if (!entry || !isUntried(entry) || !isMessage(entry.unsent)) return false;
  outbox.rewrite(entry, { ...entry.unsent, content: { text } });
  return true;
}

/** The latest operation of this kind on the same message. */
function findLatest(
  outbox: Outbox,
  peerId: UserId,
  operation: Operation,
): { entry: Entry; unsent: OutgoingOperation } | undefined {
  return outbox
    .list(peerId)
    .flatMap((entry) => {
      const { unsent } = entry;
      return isMessage(unsent) || unsent.operation.kind !== operation.kind
        ? []
        : [{ entry, unsent }];
    })
    .findLast(({ unsent }) => unsent.operation.messageId === operation.messageId);
}

/** Several edits change the version that the first one names. */
const replace = (earlier: Operation, later: Operation): Operation =>
  earlier.kind === 'edit' && later.kind === 'edit' ? { ...later, version: earlier.version } : later;

/** The time to take a deletion back is over. */
function leave(outbox: Outbox, entry: Entry): void {
  const { unsent } = entry;
  if (!entry.isHeld || outbox.find(unsent.key) !== entry || isMessage(unsent)) return;
  const { operation, peerId } = unsent;
  const target = outbox.find(operation.messageId);
  if (operation.kind === 'delete' && target && isUntried(target)) {
    // With it goes what was done with it, this deletion too.
    outbox.remove(target);
    return;
  }
  if (operation.kind === 'delete') {
    for (const other of outbox.list(peerId)) {
      if (isReplacedBy(other, operation)) outbox.remove(other);
    }
  }
  outbox.release(entry);
}

function isReplacedBy(other: Entry, deletion: Operation): boolean {
  if (isMessage(other.unsent) || !isUntried(other)) return false;
  const { operation } = other.unsent;
  const isChange = operation.kind === 'edit' || operation.kind === 'react';
  return isChange && operation.messageId === deletion.messageId;
}
