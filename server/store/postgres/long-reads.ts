/** Reads that may take long, on their own connections. */
import type { LongReads } from '../../domain/ports/reader.ts';
import { createBlocks } from './blocks.ts';
import { createChangeReads } from './changes.ts';
import { createDatabase, openPool } from './database.ts';
import { createMessageReads } from './message-reads.ts';
import { createUserReads } from './users.ts';

export function openPostgresReads({ url, connections }: { url: string; connections: number }): {
  reads: LongReads;
  close: () => Promise<void>;
} {
  const database = createDatabase(openPool(url, connections));
  return {
    reads: {
      ...createUserReads(database),
      ...createMessageReads(database),
      ...createChangeReads(database),
      ...createBlocks(database),
    },
    close: database.close,
  };
}
