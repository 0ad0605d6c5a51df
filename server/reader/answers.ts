/** What the reader thread does: it asks the store and writes the answers, each within a bound of bytes or of time. */

import { holdsWords } from '../../src/protocol/search-text.ts';
import type { LongReads, SearchStep } from '../domain/ports/reader.ts';
import type { Presenter } from '../presenter.ts';
import type { JobHandlers } from './jobs.ts';

/** Of the messages of one page, and of those that one search finds. */
const MAX_BYTES = 512 * 1024;

/** Others wait for so long behind a part of a search. */
const STEP_MS = 10;
/** Messages that a part looks at, and that it has in memory at a time. */
const STEP_MESSAGES = 1_000;
const STEP_PAGE = 100;

export function createAnswers(
  store: LongReads,
  { presentMessage, presentListedUser }: Presenter,
  now: () => number = () => performance.now(),
): JobHandlers {
  const encoder = new TextEncoder();
  const write = (value: unknown) => encoder.encode(JSON.stringify(value));

  return {
    async readPage({ readerId, peerId, page }) {
      const { messages, hasMore } = await store.readPage(readerId, peerId, page);
      // What is cut off is what is farthest from the cursor.
      const isBackwards = page.kind === 'before';
      const written: string[] = [];
      let bytes = 0;
      for (const message of isBackwards ? messages.toReversed() : messages) {
        const json = JSON.stringify(presentMessage(message));
        bytes += Buffer.byteLength(json);
        if (bytes > MAX_BYTES && written.length > 0) break;
        written.push(json);
      }
      const last = isBackwards ? messages.at(-1) : messages[written.length - 1];
      if (isBackwards) written.reverse();
      return {
        json: encoder.encode(written.join()),
        ...(last && { last: last._id }),
        hasMore: hasMore || written.length < messages.length,
      };
    },

    async listUsers({ readerId }) {
      const { users, unseen } = await store.listUsers(readerId);
      return { users: write(users.map(presentListedUser)), unseen: write(unseen) };
    },

    readUserListVersion: ({ readerId }) => store.readUserListVersion(readerId),

    async findText({ readerId, peerId, words, before, most }) {
      const began = now();
      const found: string[] = [];
      let bytes = 0;
      let read = 0;
      let cursor = before;
      const finish = (reached?: SearchStep['reached']): SearchStep => ({
        json: encoder.encode(found.join()),
        found: found.length,
        read,
        ...(reached && { reached: { _id: reached._id, createdAt: reached.createdAt } }),
        ms: now() - began,
      });
      for (;;) {
        const { messages, hasMore } = await store.readPage(readerId, peerId, {
          kind: 'before',
          limit: STEP_PAGE,
          ...(cursor !== undefined && { before: cursor }),
        });
        const [oldest] = messages;
        for (const message of messages.toReversed()) {
          read += 1;
          if (message.text !== undefined && holdsWords(message.text, words)) {
            const json = JSON.stringify(presentMessage(message));
            bytes += Buffer.byteLength(json);
            found.push(json);
          }
          if (message === oldest && !hasMore) break;
          const isEnough = found.length >= most || bytes >= MAX_BYTES || read >= STEP_MESSAGES;
          if (isEnough || now() - began >= STEP_MS) return finish(message);
        }
        if (!hasMore || !oldest) return finish();
        cursor = oldest._id;
      }
    },

    /** The first message that was sent at `since` or later. */
    async findFirst({ readerId, peerId, since }) {
      const began = now();
      const first = await store.findFirst(readerId, peerId, since);
      return { ...(first && { json: write(presentMessage(first)) }), ms: now() - began };
    },
  };
}
