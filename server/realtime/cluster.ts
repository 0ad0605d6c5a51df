/** What realtime needs in order to work with other nodes. Without it, this node is the only one. */
import type { ServerOptions } from 'socket.io';
import type { User, UserId } from '../../src/protocol/entities.ts';
import type { BlockNews } from '../domain/ports/notifier.ts';
import type { DueMessage } from '../domain/ports/push.ts';
import type { Presence, PresenceParts } from './presence.ts';

export interface Cluster {
  /** Carries events to the sockets of other nodes; `isShared` selects the rooms that receive them. */
  createAdapter(isShared: (room: string) => boolean): NonNullable<ServerOptions['adapter']>;
  createPresence(parts: PresenceParts): Presence;
  /** Resolves when the joined rooms receive events from other nodes, or when none can be received at all. */
  settle(): Promise<void>;
  /** Called each time a cut-off from the other nodes ends: either side may have missed something. */
  onRejoin(listener: () => void): void;
  isCutOff(): boolean;
  onCutOff(listener: () => void): void;
  onDeath(listener: () => void): void;
  /** Called when an event could not be published although Redis is there. */
  onLostEvent(listener: () => void): void;
}

/** Messages from one node to all others. */
export type NodeNews =
  | { kind: 'sessionEnded'; tokenHash: string }
  | ({ kind: 'blockChanged' } & BlockNews)
  | { kind: 'privacyChanged'; userId: UserId; hidesPresence: boolean }
  | { kind: 'profileChanged'; user: User }
  /** Messages that may have to be pushed, for the node that pushes. */
  | { kind: 'pushDue'; messages: DueMessage[] }
  /** The person has a browser that gets pushes. */
  | { kind: 'pushDevice'; userId: UserId }
  /** This node was cut off, or could not publish an event: events may be lost on either side. The name is sent. */
  | { kind: 'wasCutOff' };

export type PublishNews = (news: NodeNews) => void;
