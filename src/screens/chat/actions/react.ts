/** Reactions to a message: one emoji of each person. */
import type { QueryClient } from '@tanstack/react-query';
import { operate } from '../../../outbox/operate.ts';
import { announce } from '../../../ui/announcer.ts';
import { keepRecent, readHabits } from '../composer/emoji/recent-emoji.ts';
import type { Subject } from './message-action.ts';
import { texts } from './texts.ts';

const QUICK_COUNT = 6;
const COMMON = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** The emoji that are offered at once: recent ones first. */
export const listQuickEmoji = (): string[] =>
  [...new Set([...readHabits().recent, ...COMMON])].slice(0, QUICK_COUNT);

export const canReact = ({ message, peer }: Subject): boolean =>
  message.outgoing === undefined && !peer.blocked && !peer.deleted;

export const readOwnReaction = ({ message, me }: Subject): string | undefined =>
  message.reactions?.[me._id];

/** Sets the person's own emoji; the same one again takes it back. */
export function react(subject: Subject, emoji: string, queryClient: QueryClient): void {
  const isTakenBack = readOwnReaction(subject) === emoji;
  if (!isTakenBack) keepRecent(emoji);
  operate(queryClient, subject.peer._id, {
    kind: 'react',
    messageId: subject.message._id,
    emoji: isTakenBack ? null : emoji,
  });
  const line = isTakenBack ? texts.reactionRemoved : texts.reacted(emoji);
  announce({ kind: 'own-reaction', line, summarise: () => line, summariseFrom: 2 });
}
