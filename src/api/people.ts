/** The call for the list of people. */

import type { UserId } from '../protocol/entities.ts';
import {
  type DoneResponse,
  type FieldsOf,
  paths,
  pathTo,
  type UsersResponse,
} from '../protocol/http.ts';
import { type AnswerMemory, call } from './client.ts';

const memory: AnswerMemory = {};

/** At the end of a session. */
export function forgetUsers(): void {
  memory.last = undefined;
}

/** `canConfirm`: the server has announced `listTag`. */
export async function listUsers(
  signal: AbortSignal,
  canConfirm = false,
): Promise<FieldsOf<UsersResponse>> {
  const { users, unseenMessages } = await call<UsersResponse>({
    method: 'get',
    path: paths.users,
    expects: { users: 'array' },
    signal,
    memory,
    canConfirm,
  });
  return {
    // Without it a person cannot be shown, found or sorted.
    users: users.filter((user) => typeof user?.fullName === 'string'),
    // Optional: a plain backend may omit it when nothing is unseen.
    unseenMessages: unseenMessages ?? {},
  };
}

// The calls for blocking people, a feature.

export function setBlocked(userId: UserId, isBlocked: boolean): Promise<object> {
  const path = pathTo(isBlocked ? paths.block : paths.unblock, userId);
  return call<DoneResponse>({ method: 'put', path, expects: {} });
}
