/**
 * Sends a whole conversation. It may be longer than a string can be, so it is written page by page, no faster than the
 * client reads: one page is in memory, and other calls run in between.
 */
import { Readable } from 'node:stream';
import type { WrittenPage } from '../domain/ports/reader.ts';
import { joinJson } from './json-parts.ts';

export function writeWholeConversation(
  pages: AsyncIterable<WrittenPage>,
  reader: {
    /** Rejects if the reader's session has ended: a slow reader may take any time for the answer. */
    check: () => Promise<unknown>;
    /** Resolves when the next page may be read. Rejects if the reader has left. */
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
