/** The call of feature `pictures`. */
import type { UserId } from '../protocol/entities.ts';
import type { FieldsOf, PicturesQuery, PicturesResponse } from '../protocol/http.ts';
import { paths, pathTo } from '../protocol/http.ts';
import { call } from './client.ts';
import { toMessage } from './to-message.ts';

/** Messages with a picture, oldest first: the newest ones, or those before one. */
export async function readPictures(
  userId: UserId,
  query: PicturesQuery,
  signal: AbortSignal,
): Promise<FieldsOf<PicturesResponse>> {
  const { messages, ...answer } = await call<PicturesResponse>({
    method: 'get',
    path: pathTo(paths.pictures, userId),
    searchParams: { ...query },
    expects: { messages: 'array' },
    signal,
  });
  return { ...answer, messages: messages.flatMap((message) => toMessage(message) ?? []) };
}
