/** Query keys of messages. */
import type { UserId } from '../protocol/entities.ts';

export const messageKeys = {
  all: ['messages'] as const,
  conversation: (peerId: UserId) => ['messages', peerId] as const,
  history: (peerId: UserId) => ['messages', peerId, 'history'] as const,
  stored: (peerId: UserId) => ['messages', peerId, 'stored'] as const,
  tail: (peerId: UserId) => ['messages', peerId, 'tail'] as const,
  older: (peerId: UserId) => ['messages', peerId, 'older'] as const,
  images: (peerId: UserId) => ['messages', peerId, 'images'] as const,
  excerpt: (peerId: UserId) => ['messages', peerId, 'excerpt'] as const,
  missed: (peerId: UserId) => ['messages', peerId, 'missed'] as const,
  feed: (peerId: UserId) => ['messages', peerId, 'feed'] as const,
  changes: (peerId: UserId) => ['messages', peerId, 'changes'] as const,
  send: (peerId: UserId) => ['messages', peerId, 'send'] as const,
  operation: (peerId: UserId, kind: string) => ['messages', peerId, kind] as const,
};
