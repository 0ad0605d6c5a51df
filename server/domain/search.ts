/**
 * Finds places in a conversation, by words or by time. Who may read a conversation may search it, and finds only what
 * reading would show. Nothing is marked as seen.
 *
 * There is no word index: it would make every send more expensive, and searches are rare. Instead, one call scans a
 * limited part backwards and returns how far it came.
 */
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import { toSearchWords } from '../../src/protocol/search-text.ts';
import { DomainError } from './errors.ts';
import type { Payer, Reader, SearchStep } from './ports/reader.ts';
import type { UserStore } from './ports/users.ts';
import { requireUser } from './require-user.ts';

export type Search = ReturnType<typeof createSearch>;

const MAX_READ = 10_000;
const MAX_MS = 150;
const MAX_FOUND = 50;
const MAX_BYTES = 512 * 1024;

interface Findings {
  /** Messages as JSON, latest first, separated by commas within a part. */
  parts: Uint8Array[];
  /** The oldest scanned message, unless it is the very first. */
  reached?: SearchStep['reached'];
}

export function createSearch({ store, reader }: { store: UserStore; reader: Reader }) {
  return {
    /** Messages with every word of `query`, backwards from `before`. */
    async findText(
      readerId: UserId,
      peerId: UserId,
      { query, before }: { query: string; before?: MessageId | undefined },
      { signal, pay }: Payer,
    ): Promise<Findings> {
      const words = toSearchWords(query);
      if (words.length === 0) throw new DomainError('invalid', 'Write what to look for.');
      await requireUser(store, peerId);
      const parts: Uint8Array[] = [];
      let [found, bytes, read, ms] = [0, 0, 0, 0];
      for (let cursor = before; ; ) {
        const rest = { before: cursor, most: MAX_FOUND - found, mostBytes: MAX_BYTES - bytes };
        const step = await reader.findText({ readerId, peerId, words, ...rest }, signal);
        pay(step.ms);
        if (step.found > 0) parts.push(step.json);
        found += step.found;
        bytes += step.json.length;
        read += step.read;
        ms += step.ms;
        const { reached } = step;
        if (!reached) return { parts };
        if (found >= MAX_FOUND || bytes >= MAX_BYTES || read >= MAX_READ || ms >= MAX_MS) {
          return { parts, reached };
        }
        cursor = reached._id;
      }
    },

    /** The first message sent at `since` or later, as JSON. */
    async findFirst(
      readerId: UserId,
      peerId: UserId,
      since: number,
      { signal, pay }: Payer,
    ): Promise<Uint8Array | undefined> {
      await requireUser(store, peerId);
      const { json, ms } = await reader.findFirst({ readerId, peerId, since }, signal);
      pay(ms);
      return json;
    },
  };
}
