/**
 * Finding a place in a conversation: by words, or by a moment. Whoever may read it may search it, and finds
 * nothing that reading would not show. Nothing is marked as seen.
 *
 * There is no index of words: it would cost every message that is sent, and searches are rare. A call reads
 * back a bounded way instead and tells how far it came.
 */
import { setImmediate } from 'node:timers/promises';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import { holdsWords, toSearchWords } from '../../src/protocol/search-text.ts';
import { DomainError } from './errors.ts';
import type { MessageStore, StoredMessage } from './ports/messages.ts';
import type { UserStore } from './ports/users.ts';
import { requireUser } from './require-user.ts';

export type Search = ReturnType<typeof createSearch>;

/** Messages that one call looks at. */
const MAX_READ = 10_000;
/** Messages read in one go; in between, other people have their turn. */
const STEP = 200;
/** In ms. Texts differ in what looking at them takes. */
const TURN_MS = 5;
/** A call that found so many ends at the step that brought the last. */
const MAX_FOUND = 50;

interface Findings {
  /** The latest first. */
  messages: StoredMessage[];
  /** The oldest message that was looked at, unless it is the very first. */
  reached?: StoredMessage;
}

export function createSearch({ store }: { store: UserStore & MessageStore }) {
  return {
    /** Messages that hold every word of `query`, from `before` back. Ends early when nobody waits for it any more. */
    async findText(
      readerId: UserId,
      peerId: UserId,
      { query, before, signal }: { query: string; before?: MessageId; signal?: AbortSignal },
    ): Promise<Findings> {
      const words = toSearchWords(query);
      if (words.length === 0) throw new DomainError('invalid', 'Write what to look for.');
      await requireUser(store, peerId);
      const found: StoredMessage[] = [];
      let cursor = before;
      let since = performance.now();
      for (let read = 0; ; ) {
        const { messages, hasMore } = await store.readPage(readerId, peerId, {
          kind: 'before',
          limit: STEP,
          ...(cursor !== undefined && { before: cursor }),
        });
        for (const message of messages.toReversed()) {
          if (message.text !== undefined && holdsWords(message.text, words)) found.push(message);
          if (performance.now() - since < TURN_MS) continue;
          await setImmediate();
          since = performance.now();
        }
        read += messages.length;
        const [oldest] = messages;
        if (!hasMore || !oldest || signal?.aborted) return { messages: found };
        if (read >= MAX_READ || found.length >= MAX_FOUND) {
          return { messages: found, reached: oldest };
        }
        cursor = oldest._id;
        await setImmediate();
        since = performance.now();
      }
    },

    /** The first message that was sent at `since` or later. */
    async findFirst(
      readerId: UserId,
      peerId: UserId,
      since: number,
    ): Promise<StoredMessage | undefined> {
      await requireUser(store, peerId);
      return store.findFirst(readerId, peerId, since);
    },
  };
}
