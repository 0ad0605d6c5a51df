/** The message in an event, if any. */
import { toMessage } from '../api/to-message.ts';
import type { Message } from '../protocol/entities.ts';
import type { ObservedEvent } from '../realtime/event-observer.ts';

const EVENTS_WITH_MESSAGE = ['newMessage', 'messageSent'];

export function messageOf({ name, payload }: ObservedEvent): Message | undefined {
  const [sent] = payload;
  return EVENTS_WITH_MESSAGE.includes(name) && isObject(sent) ? toMessage(sent) : undefined;
}

/** `toMessage` checks the rest. */
const isObject = (sent: unknown): sent is Message => typeof sent === 'object' && sent !== null;
