/** Reads that may take long, on their own connections. */
import type { LongReads } from '../../domain/ports/reader.ts';
import { LONG_READS, offerCalls } from '../calls.ts';
import { createDatabase, openPool, runSteps } from './database.ts';

export function openPostgresReads({ url, connections }: { url: string; connections: number }): {
  reads: LongReads;
  close: () => Promise<void>;
} {
  const { query, close } = createDatabase(openPool(url, connections));
  return {
    reads: offerCalls(LONG_READS, ({ begin }) => runSteps(query, begin(), Date.now)),
    close,
  };
}
