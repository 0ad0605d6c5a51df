/** What a send comes to whose idempotency key has stored a message before. */
import type { AppendResult, EarlierMessage, NewMessage } from './ports/messages.ts';

/** Only a message that is deleted has no hash any more: then any body is taken for the same. */
export function judgeRepeat(
  { receiverId, idempotency }: NewMessage,
  { message, bodyHash = idempotency?.bodyHash }: EarlierMessage,
): Extract<AppendResult, { kind: 'repeated' } | { kind: 'keyReused' }> {
  const isSame = bodyHash === idempotency?.bodyHash && message.receiverId === receiverId;
  return isSame ? { kind: 'repeated', message } : { kind: 'keyReused' };
}
