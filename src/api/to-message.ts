/**
 * A message as whatever backend wrote it -> as the app knows it: moments have one form, and content that
 * is not there is absent, where some send it as null or empty. Undefined for what is no message.
 */
import type { Message } from '../protocol/entities.ts';
import { locatePicture } from './address.ts';

/** `unknownMoment` stands for a moment that is none. */
export function toMessage(sent: Message, unknownMoment = ''): Message | undefined {
  if (typeof sent?._id !== 'string' || typeof sent.senderId !== 'string') return undefined;
  const { text, image, createdAt, sortsAt, ...rest } = sent;
  const place = toMoment(sortsAt);
  return {
    ...rest,
    createdAt: toMoment(createdAt) ?? unknownMoment,
    ...(place !== undefined && { sortsAt: place }),
    ...(isWritten(text) && { text }),
    ...(isWritten(image) && {
      image: import.meta.env.PUBLIC_API_URL ? locatePicture(image) : image,
    }),
  };
}

/** One that has come just now. */
export const toNewMessage = (sent: Message): Message | undefined =>
  toMessage(sent, new Date().toISOString());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Moments are compared as text: whatever precision and zone they are written in, they get one form. */
function toMoment(sent: unknown): string | undefined {
  if (typeof sent === 'string' && ISO.test(sent)) return sent;
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined;
  const date = new Date(sent);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const isWritten = (content: unknown): content is string =>
  typeof content === 'string' && content !== '';
