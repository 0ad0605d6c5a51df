/** An unsent message as the variables of its mutation, and as the screens see it. */
import type { MutationState } from '@tanstack/react-query';
import type { OutgoingMessage } from '../conversation/entities.ts';
import type { AwaitedMessage } from '../conversation/patches/awaited-message.ts';
import type { MessageContent, UserId } from '../protocol/entities.ts';

export interface Outgoing extends AwaitedMessage {
  /** UUIDv7, the same from the first try to the last: idempotency key, React key, order. */
  key: string;
  peerId: UserId;
  content: MessageContent;
}

export function outgoingOf(state: MutationState): Outgoing | undefined {
  const variables: unknown = state.variables;
  return isOutgoing(variables) ? variables : undefined;
}

/** Only the outbox makes mutations with such variables. */
function isOutgoing(variables: unknown): variables is Outgoing {
  return (
    typeof variables === 'object' &&
    variables !== null &&
    'key' in variables &&
    'peerId' in variables &&
    'content' in variables
  );
}

/** Failures that nobody needs to hear of: trouble lasts for more tries than these. */
export const QUIET_FAILURES = 3;

/** Of a message that has failed, or whose trouble lasts, though it goes on being tried. */
export function whyNotSent({ status, error, failureCount, failureReason }: MutationState) {
  if (status === 'error') return error?.message ?? '';
  return failureCount > QUIET_FAILURES ? failureReason?.message : undefined;
}

/** The first of a conversation that is not answered: an answer to it may be on its way. */
export function findAwaited(states: readonly MutationState[]): Outgoing | undefined {
  const head = states.find(({ status }) => status === 'pending');
  return head && outgoingOf(head);
}

/** The mutations of one conversation, in order -> what the screens show. */
export function describeOutbox(states: readonly MutationState[]): OutgoingMessage[] {
  const described: OutgoingMessage[] = [];
  // Those behind one that cannot go out wait with it.
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
