/** The work of the reader thread: reads from the store and serialises answers, within limits of bytes or time. */
import { formatCursor, MAX_CHANGES } from '../../src/protocol/changes.ts';
import type { MessageId } from '../../src/protocol/entities.ts';
import { containsWords } from '../../src/protocol/search-text.ts';
import { adjustList } from '../domain/blocking.ts';
import type { PageRequest, Side } from '../domain/ports/messages.ts';
import type { LongReads, SearchStep, WrittenPage } from '../domain/ports/reader.ts';
import type { Presenter } from '../presenter.ts';
import type { JobHandlers } from './jobs.ts';

const MAX_BYTES = 512 * 1024;

/** Other calls wait at most this long for one step of a search. */
const STEP_MS = 10;
const STEP_MESSAGES = 1_000;
/** Messages read from the store at a time: with very long ones, few are read for nothing. */
const CHUNK = 50;

export function createAnswers(
  store: LongReads,
  { presentMessage, presentListedUser }: Presenter,
  /** Ms of work of this thread, without time in which others kept the machine busy. */
  readWorked: () => number = readThreadMs,
): JobHandlers {
  const encoder = new TextEncoder();
  const write = (value: unknown) => encoder.encode(JSON.stringify(value));

  return {
    async readPage({ readerId, peerId, page, withKnown }) {
      // Before the messages: what changes meanwhile is told again after the cursor.
      const side = withKnown ? await store.readSide(readerId, peerId) : undefined;
      // Starts at the cursor: what is cut off is the part farthest from it.
      const written: string[] = [];
      const ids: MessageId[] = [];
      let bytes = 0;
      const finish = (hasMore: boolean): WrittenPage => {
        const isBackwards = page.kind === 'before';
        const last = isBackwards ? ids[0] : ids.at(-1);
        const json = encoder.encode((isBackwards ? written.reverse() : written).join());
        const known = side && encoder.encode(writeKnown(side, side.number));
        return { json, ...(last !== undefined && { last }), hasMore, ...(known && { known }) };
      };
      for (;;) {
        const chunk = await store.readPage(readerId, peerId, {
          ...moveCursor(page, ids.at(-1)),
          limit: Math.min(CHUNK, page.limit - ids.length),
        });
        const { messages, hasMore } = chunk;
        for (const message of page.kind === 'before' ? messages.toReversed() : messages) {
          const json = JSON.stringify(presentMessage(message));
          bytes += Buffer.byteLength(json);
          if (bytes > MAX_BYTES && ids.length > 0) return finish(true);
          written.push(json);
          ids.push(message._id);
        }
        if (!hasMore || ids.length >= page.limit) return finish(hasMore);
      }
    },

    async readChanges({ readerId, peerId, cursor, limit }) {
      const side = await store.readSide(readerId, peerId);
      const isOfHere = cursor.epoch === side.epoch && cursor.number <= side.number;
      const asked = { after: cursor.number, limit };
      const changes = isOfHere && (await store.readChanges(readerId, peerId, asked));
      if (!changes || changes.count > MAX_CHANGES) {
        return { json: encoder.encode(`"reset":true,${writeKnown(side, side.number)}`) };
      }
      const written: string[] = [];
      let bytes = 0;
      let { number } = side;
      for (const message of changes.messages) {
        const json = JSON.stringify(presentMessage(message));
        bytes += Buffer.byteLength(json);
        if (bytes > MAX_BYTES && written.length > 0) break;
        written.push(json);
        ({ change: number } = message);
      }
      const hasMore = changes.count > written.length;
      const known = writeKnown(side, hasMore ? number : side.number);
      return { json: encoder.encode(`"messages":[${written}],"hasMore":${hasMore},${known}`) };
    },

    async readBehind({ readerId, conversations }) {
      const began = readWorked();
      const behind = await store.readBehind(readerId, conversations);
      const written = behind.map(
        ({ peerId, side }) => `"${peerId}":{${writeKnown(side, side.number)}}`,
      );
      const json = encoder.encode(`"conversations":{${written}}`);
      return { json, ms: readWorked() - began };
    },

    async listUsers({ readerId }) {
      const { users, unseen } = await store.listUsers(readerId);
      const adjusted = await adjustList(store, readerId, users);
      return { users: write(adjusted.map(presentListedUser)), unseen: write(unseen) };
    },

    readUserListVersion: ({ readerId }) => store.readUserListVersion(readerId),

    async findText({ readerId, peerId, words, before, most, mostBytes }) {
      const began = readWorked();
      const found: string[] = [];
      let bytes = 0;
      let read = 0;
      let cursor = before;
      const finish = (reached?: SearchStep['reached']): SearchStep => ({
        json: encoder.encode(found.join()),
        found: found.length,
        read,
        ...(reached && { reached: { _id: reached._id, createdAt: reached.createdAt } }),
        ms: readWorked() - began,
      });
      for (;;) {
        const chunk = { kind: 'before', before: cursor, limit: CHUNK } as const;
        const { messages, hasMore } = await store.readPage(readerId, peerId, chunk);
        const [oldest] = messages;
        for (const message of messages.toReversed()) {
          read += 1;
          if (message.text !== undefined && containsWords(message.text, words)) {
            const json = JSON.stringify(presentMessage(message));
            bytes += Buffer.byteLength(json);
            found.push(json);
          }
          if (message === oldest && !hasMore) break;
          const isEnough = found.length >= most || bytes >= mostBytes || read >= STEP_MESSAGES;
          if (isEnough || readWorked() - began >= STEP_MS) return finish(message);
        }
        if (!hasMore || !oldest) return finish();
        cursor = oldest._id;
      }
    },

    async readPictures({ readerId, peerId, page }) {
      const began = readWorked();
      const { messages, hasMore, count } = await store.readPictures(readerId, peerId, page);
      const json = encoder.encode(
        messages.map((message) => JSON.stringify(presentMessage(message))).join(),
      );
      return { json, hasMore, ...(count !== undefined && { count }), ms: readWorked() - began };
    },

    async findFirst({ readerId, peerId, since }) {
      const began = readWorked();
      const first = await store.findFirst(readerId, peerId, since);
      return { ...(first && { json: write(presentMessage(first)) }), ms: readWorked() - began };
    },
  };
}

/** The fields of `Known`. */
function writeKnown({ epoch, summary }: Side, number: number): string {
  return `"cursor":"${formatCursor({ epoch, number })}","summary":${JSON.stringify(summary)}`;
}

function moveCursor(page: PageRequest, to: MessageId | undefined): PageRequest {
  if (to === undefined) return page;
  return page.kind === 'before' ? { ...page, before: to } : { ...page, after: to };
}

function readThreadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
