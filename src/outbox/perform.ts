/** One try of an operation of the outbox, and what its answer changes. */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import * as api from '../api/actions.ts';
import { ApiError, isTransient } from '../api/errors.ts';
import { withCause } from '../cache/write.ts';
import { receiveChange } from '../conversation/changes.ts';
import type { Acted } from '../protocol/changes.ts';
import { keepRefusedEdit } from '../stores/edits.ts';
import type { Entries, Entry } from './entries.ts';
import { isMessage, type Operation, type OutgoingOperation, type Unsent } from './outgoing.ts';
import type { Tries, TriesOptions } from './tries.ts';

/** The shortest time for which a server keeps the key of an operation, in ms. */
const KEYS_LAST_MS = 24 * 60 * 60 * 1000;

/** Rejects if the operation should be retried, or if the person should know that the server has refused it. */
export async function perform(
  { queryClient, signal, entries, device }: TriesOptions,
  { handOver, handBack }: Tries,
  entry: Entry,
): Promise<null> {
  const { unsent } = entry;
  if (isMessage(unsent)) return null;
  if (isForgotten(entry)) {
    withCause({ kind: 'timer', name: 'key forgotten' }, () => entries.remove(entry));
    return null;
  }
  if (!entry.prior) {
    entry.prior = { isKeyed: true, since: Date.now() };
    await device.storeInTime(entry);
    // The session may have ended meanwhile.
    signal.throwIfAborted();
  }
  handOver(entry, unsent);
  try {
    const acted = await call(unsent);
    signal.throwIfAborted();
    settle(queryClient, unsent, acted, () => finish(entries, entry, acted));
  } catch (error) {
    handBack(entry, error);
    if (signal.aborted || isTransient(error) || !(error instanceof ApiError)) throw error;
    if (error.isMoot) throw error;
    settle(queryClient, unsent, api.actedBeside(error), () => giveUp(entries, entry, error));
    if (!isTargetGone(error)) throw error;
  }
  return null;
}

function call({ key, operation }: OutgoingOperation): Promise<Acted> {
  switch (operation.kind) {
    case 'edit': {
      const { messageId, text, version } = operation;
      return api.editMessage(messageId, { text, version }, key);
    }
    case 'delete':
      return api.deleteMessage(operation.messageId, key);
    case 'react':
      return api.reactTo(operation.messageId, { emoji: operation.emoji }, key);
  }
}

/**
 * Whether the server may have done the operation and forgotten its key: another try could undo later operations. A
 * deletion is final, and an edit names its version.
 */
function isForgotten({ unsent, prior }: Entry): boolean {
  if (isMessage(unsent) || !prior?.isKeyed || prior.since === undefined) return false;
  return unsent.operation.kind === 'react' && prior.since < Date.now() - KEYS_LAST_MS;
}

/** In one batch, so that the row does not show what was before for a moment. */
function settle(
  queryClient: QueryClient,
  { operation }: OutgoingOperation,
  acted: Acted,
  end: () => void,
): void {
  withCause({ kind: 'mutation', name: operation.kind, payload: [acted] }, () =>
    notifyManager.batch(() => {
      if (acted.changed) receiveChange(queryClient, acted.changed);
      end();
    }),
  );
}

/** Bases later edits on the version that this edit made. Stored before this edit is deleted from the device. */
function finish(entries: Entries, entry: Entry, { version }: Acted): void {
  if (version !== undefined) {
    for (const [later, edit] of listLaterEdits(entries, entry)) {
      entries.rewrite(later, { ...edit, operation: { ...edit.operation, version } });
    }
  }
  entries.remove(entry);
}

/** The server has refused it. Of edits, the person keeps the latest text. */
function giveUp(entries: Entries, entry: Entry, error: ApiError): void {
  const { unsent } = entry;
  if (!isMessage(unsent) && unsent.operation.kind === 'edit') {
    keepRefusedEdit({ ...unsent.operation, peerId: unsent.peerId, reason: error.message });
  }
  const [next] = listLaterEdits(entries, entry);
  entries.remove(entry);
  // The next edit would change a version that does not exist.
  if (next) giveUp(entries, next[0], error);
}

interface OutgoingEdit extends OutgoingOperation {
  operation: Extract<Operation, { kind: 'edit' }>;
}

const isEdit = (unsent: Unsent): unsent is OutgoingEdit =>
  !isMessage(unsent) && unsent.operation.kind === 'edit';

/** The untried edits after an edit of the same message, in order. */
function listLaterEdits(entries: Entries, { unsent }: Entry): [Entry, OutgoingEdit][] {
  if (!isEdit(unsent)) return [];
  const { messageId } = unsent.operation;
  return entries.list(unsent.peerId).flatMap((other): [Entry, OutgoingEdit][] => {
    const later = other.unsent;
    if (other.handedOver > 0 || !isEdit(later) || later.key <= unsent.key) return [];
    return later.operation.messageId === messageId ? [[other, later]] : [];
  });
}

/** The message is gone, so there is nothing to do with it any more. The words of an edit are kept. */
const isTargetGone = ({ status }: ApiError): boolean => status === 404;
