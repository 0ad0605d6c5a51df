/** The call of feature `save` that lists. */
import type { SavedMessages } from '../protocol/actions.ts';
import { paths, type SavedResponse } from '../protocol/http.ts';
import { call } from './client.ts';
import { toMessage } from './to-message.ts';

/** A page of the person's saved messages, latest saved first; `before` continues an earlier page. */
export async function readSaved(
  before: string | undefined,
  signal: AbortSignal,
): Promise<SavedMessages> {
  const answer = await call<SavedResponse>({
    method: 'get',
    path: paths.saved,
    ...(before !== undefined && { searchParams: { before } }),
    expects: { saved: 'array' },
    signal,
  });
  const saved = answer.saved.flatMap(({ message, ...one }) => {
    const known = toMessage(message);
    return known ? [{ ...one, message: known }] : [];
  });
  return { saved, ...(answer.before !== undefined && { before: answer.before }) };
}
