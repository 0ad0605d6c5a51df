/** A new message, of what was asked and what the database has given it: both engines answer a send with it. */
import type { AppendResult, NewMessage, SideChange } from '../domain/ports/messages.ts';
import { formatMessageId } from './ids.ts';

export interface Stored {
  kind: 'stored';
  seq: number;
  /** Time of the call. */
  at: number;
  sender: SideChange;
  /** Absent: the message is hidden from the receiver. */
  receiver?: SideChange;
}

export function toStored(
  { idempotency, quote, ...message }: NewMessage,
  { seq, at, sender, receiver }: Stored,
): AppendResult {
  return {
    kind: 'stored',
    message: {
      ...message,
      _id: formatMessageId(seq),
      change: seq,
      seen: false,
      delivered: false,
      ...(!receiver && { hidden: true as const }),
      ...(quote && { replyTo: quote.forSender }),
      createdAt: at,
    },
    sides: {
      sender: { ...sender, ...(idempotency && { key: idempotency.key }) },
      ...(receiver && { receiver }),
    },
  };
}
