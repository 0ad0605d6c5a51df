/** What a push says, and when a device wants none. */
import type { UserId } from '../../src/protocol/entities.ts';
import type { PushContent } from '../../src/protocol/http.ts';
import { cutPreview } from '../../src/protocol/text.ts';
import type { PushDevice, PushPair, PushState, UnseenOfAll } from '../domain/ports/push.ts';
import { CONTENT_BYTES } from './web-push.ts';

/** Tells of the newest unseen message of a conversation, and counts the others. */
export function describeUnseen(
  { sender, newest, count }: PushState,
  unseen: UnseenOfAll,
  { senderId, receiverId }: PushPair,
  addressOf: (pictureId: string) => string,
): PushContent {
  return {
    receiverId,
    userId: senderId,
    name: sender.fullName,
    ...(sender.pictureId !== undefined && { icon: addressOf(sender.pictureId) }),
    ...(newest && {
      messageId: newest._id,
      ...(newest.text === undefined ? { isPicture: true } : { text: cutPreview(newest.text) }),
    }),
    count,
    total: unseen.total,
    ...(unseen.isAll && { unseen: unseen.senderIds }),
  };
}

export const describeTest = (receiverId: UserId): PushContent => ({ receiverId, isTest: true });

/** Removes what the person does not want to be shown on this device. */
export function limitDetail(content: PushContent, { detail }: PushDevice): PushContent {
  if (detail === 'everything') return content;
  const { text: _, isPicture: _picture, ...named } = content;
  if (detail === 'name') return named;
  const { name: _name, icon: _icon, ...bare } = named;
  return bare;
}

/** If it is too long for a push, it leaves out who else has sent unseen messages. */
export function toJson(content: PushContent): string {
  const json = JSON.stringify(content);
  if (Buffer.byteLength(json) <= CONTENT_BYTES) return json;
  const { unseen: _, ...rest } = content;
  return JSON.stringify(rest);
}

/** Whether the device wants no pushes at this time of its day. */
export function isQuietHour(
  { quiet, zone }: Pick<PushDevice, 'quiet' | 'zone'>,
  now: number,
): boolean {
  if (!quiet || quiet.from === quiet.to) return false;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const read = (type: 'hour' | 'minute') =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const minute = read('hour') * 60 + read('minute');
  return quiet.from < quiet.to
    ? minute >= quiet.from && minute < quiet.to
    : minute >= quiet.from || minute < quiet.to;
}
