/** What is in the outbox, as the variables of its mutations, and as the screens show it. */
import type { Mutation, MutationState } from '@tanstack/react-query';
import type {
  MessageList,
  OutgoingMessage,
  SendReferences,
  ShownMessage,
} from '../conversation/entities.ts';
import { toTombstone } from '../conversation/patches/message-list.ts';
import type { MessageContent, MessageId, UserId } from '../protocol/entities.ts';

export interface Outgoing extends SendReferences {
  /** UUIDv7, the same for all tries: idempotency key, React key, order. */
  key: string;
  senderId: UserId;
  peerId: UserId;
  /** Of a forward an empty text: the server takes the content from its source. */
  content: MessageContent;
  /** By this device's clock, ISO 8601. */
  createdAt: string;
}

/**
 * What a person does with a message that exists. `messageId` may also be the key of a message that is not sent yet. A
 * server has a feature for each kind.
 */
export type Operation =
  /** `version`: that of the message whose text is changed; 0: as it was sent. */
  | { kind: 'edit'; messageId: MessageId; text: string; version: number }
  | { kind: 'delete'; messageId: MessageId }
  | { kind: 'react'; messageId: MessageId; emoji: string | null };

export interface OutgoingOperation {
  /** UUIDv7, like the key of a message. */
  key: string;
  /** The person who does it. */
  senderId: UserId;
  peerId: UserId;
  operation: Operation;
  /** By this device's clock, ISO 8601. */
  createdAt: string;
  /** Until when a deletion is delayed, in ms since 1970 by this device's clock. The name is stored on devices. */
  heldUntil?: number;
}

/** A message or an operation that the server has not answered yet. */
export type Unsent = Outgoing | OutgoingOperation;

export const isMessage = (unsent: Unsent): unsent is Outgoing => 'content' in unsent;

export function outgoingOf(state: MutationState): Outgoing | undefined {
  const unsent = unsentOf(state);
  return unsent && isMessage(unsent) ? unsent : undefined;
}

export function unsentOf({ variables }: MutationState): Unsent | undefined {
  return isUnsent(variables) ? variables : undefined;
}

/** Only the outbox creates mutations with such variables. */
function isUnsent(variables: unknown): variables is Unsent {
  return (
    typeof variables === 'object' &&
    variables !== null &&
    'key' in variables &&
    'peerId' in variables &&
    ('content' in variables || 'operation' in variables)
  );
}

/** The progress of a mutation of the outbox, in its meta: for people who inspect the cache. */
export interface DeliveryProgress {
  /** Starts at 1. */
  attempt: number;
  waitsFor: string;
  /** ISO 8601. */
  nextTryAt?: string;
}

/** Causes no render. */
export function recordProgress(mutation: Mutation, delivery: DeliveryProgress): void {
  mutation.setOptions({ ...mutation.options, meta: { ...mutation.meta, delivery } });
}

/** Number of failures that are not shown to the person; after more, there is a notice. */
export const QUIET_FAILURES = 3;

/** The reason, for a message that failed or keeps failing while it is retried. */
export function whyNotSent({ status, error, failureCount, failureReason }: MutationState) {
  if (status === 'error') return error?.message ?? '';
  return failureCount > QUIET_FAILURES ? failureReason?.message : undefined;
}

const isStuck = ({ status, failureCount }: MutationState): boolean =>
  status === 'pending' && failureCount > 0;

interface ShownOperation extends OutgoingOperation {
  /** The operation, or an entry before it, could not be sent yet. */
  isWaiting: boolean;
}

/** The operations of one conversation, in order. */
export function listOperations(states: readonly MutationState[]): readonly ShownOperation[] {
  let isWaiting = false;
  return states.flatMap((state) => {
    const unsent = unsentOf(state);
    if (isStuck(state)) isWaiting = true;
    return unsent && !isMessage(unsent) ? [{ ...unsent, isWaiting }] : [];
  });
}

/** Converts the mutations of one conversation, in order, to what the screens show. */
export function describeOutbox(states: readonly MutationState[]): OutgoingMessage[] {
  const described: OutgoingMessage[] = [];
  // Messages after something that cannot be sent wait too.
  let isWaiting = false;
  for (const state of states) {
    if (isStuck(state)) isWaiting = true;
    const outgoing = outgoingOf(state);
    if (!outgoing) continue;
    const { key, content, createdAt, replyTo, forwardOf } = outgoing;
    const { status } = state;
    const why = whyNotSent(state);
    const known = {
      key,
      content,
      createdAt,
      ...(replyTo && { replyTo }),
      ...(forwardOf !== undefined && { forwardOf }),
      ...(why !== undefined && { reason: why }),
    };
    if (status === 'error') {
      described.push({ ...known, state: 'failed' });
    } else if (status === 'pending') {
      described.push({ ...known, state: isWaiting ? 'waiting' : 'sending' });
    }
  }
  return described;
}

// What the screens show of messages while operations on them have no answer. The cache has only the server's answers and
// events. Pure; unchanged rows and pages keep their references.

type Pages = readonly MessageList[];

/** The pages with these operations applied, in order. */
export function overlayPages(pages: Pages, operations: readonly ShownOperation[]): Pages {
  if (operations.length === 0) return pages;
  const shown = pages.map((page) => overlay(page, operations));
  return shown.every((page, index) => page === pages[index]) ? pages : shown;
}

/** The same for one list, in any order. */
export function overlay(
  messages: MessageList,
  operations: readonly ShownOperation[],
): readonly ShownMessage[] {
  if (operations.length === 0) return messages;
  const shown = messages.map((message) => operations.reduce(apply, message));
  return shown.every((message, at) => message === messages[at]) ? messages : shown;
}

/** The same for unsent messages. */
export function overlayOutgoing(
  outbox: readonly OutgoingMessage[],
  operations: readonly OutgoingOperation[],
): readonly OutgoingMessage[] {
  return outbox.flatMap((unsent) => {
    const own = operations.filter(({ operation }) => operation.messageId === unsent.key);
    if (own.some(({ operation }) => operation.kind === 'delete')) return [];
    const edited = own.findLast(({ operation }) => operation.kind === 'edit')?.operation;
    return edited?.kind === 'edit' ? [{ ...unsent, content: { text: edited.text } }] : [unsent];
  });
}

function apply(message: ShownMessage, change: ShownOperation): ShownMessage {
  const { operation, senderId, createdAt, isWaiting } = change;
  if (operation.messageId !== message._id || message.deleted) return message;
  const waiting = isWaiting && { isChangeWaiting: true };
  switch (operation.kind) {
    case 'delete':
      return { ...toTombstone(message), ...waiting };
    case 'edit':
      return { ...message, text: operation.text, editedAt: createdAt, ...waiting };
    case 'react': {
      const { [senderId]: _, ...others } = message.reactions ?? {};
      const own = operation.emoji === null ? {} : { [senderId]: operation.emoji };
      return { ...message, reactions: { ...others, ...own }, ...waiting };
    }
  }
}
