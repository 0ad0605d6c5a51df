/** Long reads of the embedded store, on their own connection. */
import type { LongReads } from '../../domain/ports/reader.ts';
import { LONG_READS, offerCalls } from '../calls.ts';
import { openForReading } from './connection.ts';
import { guardReads } from './faults.ts';
import { prepareSteps } from './steps.ts';

const BUSY_MS = 5_000;

export function openSqliteReads({ file }: { file: string }): {
  reads: LongReads;
  close: () => void;
} {
  const database = openForReading({ file, busyTimeout: BUSY_MS });
  const read = guardReads(database);
  const runSteps = prepareSteps(database, { now: Date.now });
  return {
    reads: offerCalls(LONG_READS, ({ begin }) => read(() => runSteps(begin()))),
    close: () => database.close(),
  };
}
