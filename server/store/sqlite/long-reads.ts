/** Long reads of the embedded store, on their own connection. */
import type { LongReads } from '../../domain/ports/reader.ts';
import { prepareBlockReads } from './blocks.ts';
import { prepareChangeReads } from './changes.ts';
import { openForReading } from './connection.ts';
import { guardReads } from './faults.ts';
import { prepareMessageReads } from './message-reads.ts';
import { prepareUserReads } from './users.ts';

/** How long to wait for another program's lock. */
const BUSY_MS = 5_000;

export function openSqliteReads({ file }: { file: string }): {
  reads: LongReads;
  close: () => void;
} {
  const database = openForReading({ file, busyTimeout: BUSY_MS });
  const read = guardReads(database);
  const users = prepareUserReads(database);
  const messages = prepareMessageReads(database);
  const blocks = prepareBlockReads(database);
  const changes = prepareChangeReads(database);
  return {
    reads: {
      listUsers: (readerId) => read(() => users.listUsers(readerId)),
      readUserListVersion: (readerId) => read(() => users.readUserListVersion(readerId)),
      listBlocked: (blockerId) => read(() => blocks.listBlocked(blockerId)),
      listBlockers: (blockedId) => read(() => blocks.listBlockers(blockedId)),
      readPage: (readerId, peerId, page) => read(() => messages.readPage(readerId, peerId, page)),
      readPictures: (readerId, peerId, page) =>
        read(() => messages.readPictures(readerId, peerId, page)),
      findFirst: (readerId, peerId, since) =>
        read(() => messages.findFirst(readerId, peerId, since)),
      readSide: (readerId, peerId) => read(() => changes.readSide(readerId, peerId)),
      readBehind: (readerId, held) => read(() => changes.readBehind(readerId, held)),
      readChanges: (readerId, peerId, asked) =>
        read(() => changes.readChanges(readerId, peerId, asked)),
    },
    close: () => database.close(),
  };
}
