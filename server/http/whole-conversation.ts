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
  /** Rejects when the reader's session has ended: the answer may be on its way for as long as the reader likes. */
  checkSession: () => Promise<unknown>,
): Readable {
  async function* write(): AsyncGenerator<string> {
    let before = '{"success":true,"messages":[';
    for await (const messages of pages) {
      await checkSession();
      yield before + messages.map((message) => JSON.stringify(present(message))).join();
      before = ',';
    }
    yield '],"hasMore":false}';
  }
  return Readable.from(write());
}
