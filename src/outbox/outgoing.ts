/** An unsent message as the variables of its mutation, and as the screens show it. */
import type { MutationState } from '@tanstack/react-query';
import type { OutgoingMessage } from '../conversation/entities.ts';
import type { AwaitedMessage } from '../conversation/patches/awaited-message.ts';
import type { MessageContent, UserId } from '../protocol/entities.ts';

export interface Outgoing extends AwaitedMessage {
  /** UUIDv7, the same for all tries: idempotency key, React key, order. */
  key: string;
  peerId: UserId;
  content: MessageContent;
}

export function outgoingOf(state: MutationState): Outgoing | undefined {
  const variables: unknown = state.variables;
  return isOutgoing(variables) ? variables : undefined;
}

/** Only the outbox creates mutations with such variables. */
function isOutgoing(variables: unknown): variables is Outgoing {
  return (
    typeof variables === 'object' &&
    variables !== null &&
    'key' in variables &&
    'peerId' in variables &&
    'content' in variables
  );
}

/** Failures that are not shown; only after more of them is the person told. */
export const QUIET_FAILURES = 3;

/** The reason, for a message that failed or keeps failing while it is retried. */
export function whyNotSent({ status, error, failureCount, failureReason }: MutationState) {
  if (status === 'error') return error?.message ?? '';
  return failureCount > QUIET_FAILURES ? failureReason?.message : undefined;
}

/** The first unanswered message of a conversation: its answer may be on its way. */
export function findAwaited(states: readonly MutationState[]): Outgoing | undefined {
  const head = states.find(({ status }) => status === 'pending');
  return head && outgoingOf(head);
}

/** Converts the mutations of one conversation, in order, to what the screens show. */
export function describeOutbox(states: readonly MutationState[]): OutgoingMessage[] {
  const described: OutgoingMessage[] = [];
  // Messages after one that cannot be sent wait too.
  let isHeldUp = false;
  for (const state of states) {
    const outgoing = outgoingOf(state);
    if (!outgoing) continue;
    const { key, content, createdAt } = outgoing;
    const { status, failureCount, isPaused } = state;
    const why = whyNotSent(state);
    const reason = why === undefined ? {} : { reason: why };
    if (status === 'error') {
      described.push({ key, content, createdAt, state: 'failed', ...reason });
    } else if (status === 'pending') {
      const isHead = described.every((before) => before.state === 'failed');
      if (failureCount > 0 || (isHead && isPaused)) isHeldUp = true;
      const stage = isHeldUp ? 'waiting' : 'sending';
      described.push({ key, content, createdAt, state: stage, ...reason });
    }
  }
  return described;
}
