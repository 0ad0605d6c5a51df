import { formatDate, formatTime } from '../../../lib/time.ts';
import type { Message, User, UserId } from '../../../protocol/entities.ts';
import { texts } from './texts.ts';

/** Who wrote it and when. */
export function describeHead(hit: Message, meId: UserId, peer: User): string {
  const sender = hit.senderId === meId ? texts.you : peer.fullName;
  return texts.head(sender, formatDate(hit.createdAt), formatTime(hit.createdAt));
}

/** For those who hear it. */
export function describeHit(hit: Message, meId: UserId, peer: User): string {
  return `. ${describeHead(hit, meId, peer)}: ${hit.text ?? ''}`;
}
