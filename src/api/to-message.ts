/**
 * Converts a message of any backend to the app's form: times in one format, and absent content where some send null or
 * an empty text. Undefined for an invalid message.
 */
import type { Quote } from '../protocol/entities.ts';
import type { Arrival } from '../protocol/events.ts';
import { locatePicture } from './address.ts';

/** `unknownMoment` replaces an invalid time. */
export function toMessage(sent: Arrival, unknownMoment = ''): Arrival | undefined {
  if (typeof sent?._id !== 'string' || typeof sent.senderId !== 'string') return undefined;
  const { text, image, createdAt, sortsAt, replyTo, ...rest } = sent;
  const place = toMoment(sortsAt);
  return {
    ...rest,
    createdAt: toMoment(createdAt) ?? unknownMoment,
    // Nobody has to see what is left of a deleted message.
    ...(sent.deleted && { seen: true }),
    ...(place !== undefined && { sortsAt: place }),
    ...(isWritten(text) && { text }),
    ...(isWritten(image) && { image: toAddress(image) }),
    ...(replyTo && { replyTo: toQuote(replyTo) }),
  };
}

const toQuote = ({ image, ...quote }: Quote): Quote =>
  isWritten(image) ? { ...quote, image: toAddress(image) } : quote;

const toAddress = (image: string): string =>
  import.meta.env.PUBLIC_API_URL ? locatePicture(image) : image;

/** A message that has just arrived. */
export const toNewMessage = (sent: Arrival): Arrival | undefined =>
  toMessage(sent, new Date().toISOString());

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Times are compared as text, so all precisions and zones get one format. */
function toMoment(sent: unknown): string | undefined {
  if (typeof sent === 'string' && ISO.test(sent)) return sent;
  if (typeof sent !== 'string' && typeof sent !== 'number') return undefined;
  const date = new Date(sent);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const isWritten = (content: unknown): content is string =>
  typeof content === 'string' && content !== '';
