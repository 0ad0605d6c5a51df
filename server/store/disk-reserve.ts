/**
 * Keeps the end of the disk from texts. Without it a full disk would also stop log-ins, receipts, the end of a session
 * and deletions, each of which writes a little.
 */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { DomainError } from '../domain/errors.ts';
import type { Store } from '../domain/ports/store.ts';

/** In blocks of `bsize` bytes: all blocks, and those available to the server. */
export type Disk = Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>;
export type ReadDisk = (path: string) => Promise<Disk>;

/** Texts leave this part of the disk free, but no more than so many bytes. */
const LEFT_FREE = { share: 1 / 80, bytes: 64 * 1024 * 1024 };

const READ_EVERY_MS = 250;

export function hasRoom(
  { bavail, blocks, bsize }: Disk,
  leave: { share: number; bytes: number },
  bytes = 0,
): boolean {
  // Some network file systems do not report it.
  if (blocks === 0) return true;
  return bavail * bsize - bytes >= Math.min(leave.bytes, blocks * bsize * leave.share);
}

/** The same store, which refuses texts while the disk of `folder` has no room for them. */
export function keepReserve<Kept extends Store>(
  store: Kept,
  folder: string,
  { readDisk = statfs, now }: { readDisk?: ReadDisk; now: () => number },
): Kept {
  let isFull = false;
  let readAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    readAt = now();
    // An unreadable disk is reported by the write itself.
    const disk = await readDisk(folder).catch(() => undefined);
    isFull = disk !== undefined && !hasRoom(disk, LEFT_FREE);
  }

  /** By the last reading: a send does not wait for the disk twice. */
  function requireRoom(): void {
    if (now() - readAt >= READ_EVERY_MS) void look();
    if (!isFull) return;
    throw new DomainError(
      'storageUnavailable',
      'The disk of the server is full, so nothing was saved. Please try again later.',
    );
  }

  return {
    ...store,
    async appendMessage(message) {
      requireRoom();
      return store.appendMessage(message);
    },
    async changeMessage(asked) {
      if (asked.change.kind === 'edit') requireRoom();
      return store.changeMessage(asked);
    },
    async checkHealth() {
      await look();
      requireRoom();
      return store.checkHealth();
    },
  };
}
