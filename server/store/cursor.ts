/** The place in a conversation where a page begins or ends. */
import { DomainError } from '../domain/errors.ts';
import type { PageRequest } from '../domain/ports/messages.ts';
import { parseId } from './ids.ts';

/** The number of the message that limits the page. */
export function readCursor(page: PageRequest): number {
  const id = page.kind === 'before' ? page.before : page.after;
  if (id === undefined) return page.kind === 'before' ? Number.MAX_SAFE_INTEGER : 0;
  const cursor = parseId(id);
  if (cursor === undefined) {
    throw new DomainError('invalid', 'This place in the conversation is not known.');
  }
  return cursor.key;
}
