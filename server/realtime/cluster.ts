/** What realtime needs to be one with other nodes. Without it, this node is all there is. */
import type { ServerOptions } from 'socket.io';
import type { User, UserId } from '../../src/protocol/entities.ts';
import type { BlockNews } from '../domain/ports/notifier.ts';
import type { Presence, PresenceParts } from './presence.ts';

export interface Cluster {
  /** Carries events to the sockets of other nodes; `isShared` names the rooms that hear from there. */
  createAdapter(isShared: (room: string) => boolean): NonNullable<ServerOptions['adapter']>;
  createPresence(parts: PresenceParts): Presence;
  /** Resolves when the rooms joined so far hear from other nodes, or nothing can be heard at all. */
  settle(): Promise<void>;
  /** Told after each time cut off from the other nodes: something may have been missed, on either side. */
  onRejoin(listener: () => void): void;
  /** Whether this node cannot hear the others at this moment. */
  isApart(): boolean;
  onApart(listener: () => void): void;
  /** Told when another node has ended without a word, and how many ms ago it was last heard. */
  onDeath(listener: (heardAgoMs: number) => void): void;
}

/** What one node tells all others. */
export type NodeNews =
  | { kind: 'sessionEnded'; tokenHash: string }
  | ({ kind: 'blockChanged' } & BlockNews)
  | { kind: 'privacyChanged'; userId: UserId; hidesPresence: boolean }
  | { kind: 'profileChanged'; user: User }
  /** What this node had to tell while it was cut off was not heard, and it did not hear the others. */
  | { kind: 'wasApart' };
