/** What nodes tell one another of the people connected to them, and where each keeps the whole of it. */
import { z } from 'zod';
import type { PresenceEntry } from './presence-table.ts';

export const PRESENCE_CHANNEL = 'duet:presence';

/** The hash of a node: people and the number of their connections. */
export function toPresenceKey(nodeId: string): string {
  return `duet:presence:${nodeId}`;
}

/** The field of the hash that tells the revision; no id of a person is empty. */
export const REVISION_FIELD = '';

export interface PresenceNews {
  node: string;
  /** Counts the changes of the hash: a reader to whom one is missing reads it whole. */
  revision: number;
  /** What this revision changed; without it the news is that the node lives. */
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

/** Nothing for what no node says. */
export function parsePresenceNews(text: string): PresenceNews | undefined {
  try {
    return newsSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
