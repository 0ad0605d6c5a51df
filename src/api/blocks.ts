/** The calls about whom the person does not want to hear from, an extension. */
import type { UserId } from '../protocol/entities.ts';
import { paths } from '../protocol/http.ts';
import { call } from './client.ts';

export function setBlocked(userId: UserId, isBlocked: boolean): Promise<object> {
  const path = isBlocked ? paths.block(userId) : paths.unblock(userId);
  return call<object>({ method: 'put', path, expects: {} });
}
