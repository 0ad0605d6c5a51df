/**
 * A whole conversation as an answer. It may be longer than a string can be, and is written page by page, no faster
 * than it is taken: meanwhile others have their turn, and one page of it is in memory.
 */
import { Readable } from 'node:stream';
import type { Message } from '../../src/protocol/entities.ts';
import type { StoredMessage } from '../domain/ports/messages.ts';

export function writeWholeConversation(
  pages: AsyncIterable<StoredMessage[]>,
  present: (message: StoredMessage) => Message,
  reader: {
    /** Rejects when the reader's session has ended: the answer may be on its way for as long as the reader likes. */
    check: () => Promise<unknown>;
    /** Resolves when the reader may go on. Rejects when the reader has gone. */
    pay: (part: string) => Promise<void>;
  },
): Readable {
  async function* write(): AsyncGenerator<string> {
    let before = '{"success":true,"messages":[';
    for await (const messages of pages) {
      await reader.check();
      const written = messages.map((message) => JSON.stringify(present(message))).join();
      yield before + written;
      before = ',';
      await reader.pay(written);
    }
    yield '],"hasMore":false}';
  }
  return Readable.from(write());
}
