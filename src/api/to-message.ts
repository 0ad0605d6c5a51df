/**
 * A message as whatever backend wrote it -> as the app knows it: content that is not there is absent,
 * where some send it as null or empty. Undefined for what is no message.
 */
import type { Message } from '../protocol/entities.ts';

export function toMessage(sent: Message): Message | undefined {
  if (typeof sent?._id !== 'string' || typeof sent.senderId !== 'string') return undefined;
  const { text, image, ...rest } = sent;
  return { ...rest, ...(isWritten(text) && { text }), ...(isWritten(image) && { image }) };
}

const isWritten = (content: unknown): content is string =>
  typeof content === 'string' && content !== '';
