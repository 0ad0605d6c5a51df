/** The calls about whom the person does not want to hear from, an extension. */
import type { UserId } from '../protocol/entities.ts';
import { type BlockResponse, paths } from '../protocol/http.ts';
import { call } from './client.ts';

export function setBlocked(userId: UserId, isBlocked: boolean): Promise<object> {
  const path = isBlocked ? paths.block(userId) : paths.unblock(userId);
  return call<BlockResponse>({ method: 'put', path, expects: {} });
}
