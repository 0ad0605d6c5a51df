/** The call for the list of people. */
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
    // Without it a person cannot be shown, found or sorted.
    users: users.filter((user) => typeof user?.fullName === 'string'),
    // Optional: a plain backend may omit it when nothing is unseen.
    unseenMessages: unseenMessages ?? {},
  };
}
