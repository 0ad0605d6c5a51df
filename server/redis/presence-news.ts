/** What nodes tell each other about the people connected to them, and where each stores its complete list. */
import { z } from 'zod';
import type { PresenceEntry } from './presence-table.ts';

export const PRESENCE_CHANNEL = 'duet:presence';

/** The hash of a node: people and their number of connections. */
export function toPresenceKey(nodeId: string): string {
  return `duet:presence:${nodeId}`;
}

/** The field of the hash with the revision; no person's id is empty. */
export const REVISION_FIELD = '';

export interface PresenceNews {
  node: string;
  /** Counts the changes of the hash: a reader that missed one reads the whole hash. */
  revision: number;
  /** The changes of this revision; without it, the message only says that the node is alive. */
  changes?: PresenceEntry[];
  /** The node has ended in order. */
  isGone?: true;
}

const entrySchema = z
  .object({ userId: z.string(), connections: z.number().nullable(), lastSeenAt: z.number() })
  .partial({ lastSeenAt: true })
  .transform(
    ({ userId, connections, lastSeenAt }): PresenceEntry => ({
      userId,
      connections,
      ...(lastSeenAt !== undefined && { lastSeenAt }),
    }),
  );
const newsSchema = z
  .object({
    node: z.string(),
    revision: z.number(),
    changes: z.array(entrySchema).optional(),
    isGone: z.literal(true).optional(),
  })
  .transform(
    ({ node, revision, changes, isGone }): PresenceNews => ({
      node,
      revision,
      ...(changes && { changes }),
      ...(isGone && { isGone }),
    }),
  );

/** Undefined for an invalid message. */
export function parsePresenceNews(text: string): PresenceNews | undefined {
  try {
    return newsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
