/** The call about everybody else. */
import { type FieldsOf, paths, type UsersResponse } from '../protocol/http.ts';
import { call } from './client.ts';

export async function listUsers(signal: AbortSignal): Promise<FieldsOf<UsersResponse>> {
  const { users, unseenMessages } = await call<UsersResponse>({
    method: 'get',
    path: paths.users,
    expects: { users: 'array' },
    signal,
  });
  return {
    // Nobody can be shown, found or sorted without one.
    users: users.filter((user) => typeof user?.fullName === 'string'),
    // Not expected: a plain backend may leave it out when nothing is unseen.
    unseenMessages: unseenMessages ?? {},
  };
}
