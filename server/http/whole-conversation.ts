/**
 * A whole conversation as an answer. It may be longer than a string can be, and is written page by page, no faster
 * than it is taken: meanwhile others have their turn, and one page of it is in memory.
 */
import { Readable } from 'node:stream';
import type { WrittenPage } from '../domain/ports/reader.ts';
import { joinJson } from './json-parts.ts';

export function writeWholeConversation(
  pages: AsyncIterable<WrittenPage>,
  reader: {
    /** Rejects when the reader's session has ended: the answer may be on its way for as long as the reader likes. */
    check: () => Promise<unknown>;
    /** Resolves when the reader may go on. Rejects when the reader has gone. */
    pay: (bytes: number) => Promise<void>;
  },
): Readable {
  async function* write(): AsyncGenerator<Buffer> {
    let before = '{"success":true,"messages":[';
    for await (const { json } of pages) {
      await reader.check();
      yield joinJson([before, json]);
      before = ',';
      await reader.pay(json.length);
    }
    yield Buffer.from('],"hasMore":false}');
  }
  return Readable.from(write());
}
