import { formatDate, formatTime } from '../../../lib/time.ts';
import type { Message, User, UserId } from '../../../protocol/entities.ts';
import { texts } from './texts.ts';

export const nameSender = ({ senderId }: Message, meId: UserId, peer: User): string =>
  senderId === meId ? texts.you : peer.fullName;

export const describeTime = ({ createdAt }: Message): string =>
  texts.time(formatDate(createdAt), formatTime(createdAt));

/** For screen readers. */
export function describeHit(hit: Message, meId: UserId, peer: User): string {
  return `. ${nameSender(hit, meId, peer)}, ${describeTime(hit)}: ${hit.text ?? ''}`;
}
