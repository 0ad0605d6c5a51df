/** The message that a cause is about, if any. */
import { toMessage } from '../api/messages.ts';
import type { Cause } from '../cache/write.ts';
import type { Message } from '../protocol/entities.ts';

const NAMES_WITH_MESSAGE = ['newMessage', 'messageSent', 'send'];

export function messageOf({ name = '', payload }: Cause): Message | undefined {
  const [sent]: unknown[] = Array.isArray(payload) ? payload : [];
  return NAMES_WITH_MESSAGE.includes(name) && isObject(sent) ? toMessage(sent) : undefined;
}

/** `toMessage` checks the rest. */
const isObject = (sent: unknown): sent is Message => typeof sent === 'object' && sent !== null;
