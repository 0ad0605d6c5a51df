/**
 * The calls for what a person does with a message that exists, each a feature. All carry the operation's key, the same
 * on each retry.
 */
import type { Acted, EditRequest, ReactRequest } from '../protocol/changes.ts';
import type { MessageId } from '../protocol/entities.ts';
import { type ActResponse, IDEMPOTENCY_HEADER, paths, pathTo } from '../protocol/http.ts';
import { call } from './client.ts';
import type { ApiError } from './errors.ts';
import { toMessage } from './to-message.ts';

export const editMessage = (id: MessageId, request: EditRequest, key: string): Promise<Acted> =>
  act(pathTo(paths.edit, id), request, key);

export const deleteMessage = (id: MessageId, key: string): Promise<Acted> =>
  act(pathTo(paths.deleteMessage, id), {}, key);

export const reactTo = (id: MessageId, request: ReactRequest, key: string): Promise<Acted> =>
  act(pathTo(paths.react, id), request, key);

async function act(path: string, json: object, key: string): Promise<Acted> {
  const headers = { [IDEMPOTENCY_HEADER]: key };
  return toActed(await call<ActResponse>({ method: 'put', path, json, headers, expects: {} }));
}

/** What the server says beside a refusal: the newer text. */
export const actedBeside = ({ answer }: ApiError): Acted =>
  typeof answer === 'object' && answer !== null ? toActed(answer) : {};

function toActed({ changed, version }: Acted): Acted {
  const message = changed && toMessage(changed.message);
  return {
    ...(changed && message && { changed: { ...changed, message } }),
    ...(version !== undefined && { version }),
  };
}
