/** The calls for blocking people, a feature. */
import type { UserId } from '../protocol/entities.ts';
import { type BlockResponse, paths, pathTo } from '../protocol/http.ts';
import { call } from './client.ts';

export function setBlocked(userId: UserId, isBlocked: boolean): Promise<object> {
  const path = pathTo(isBlocked ? paths.block : paths.unblock, userId);
  return call<BlockResponse>({ method: 'put', path, expects: {} });
}
