/** The call about everybody else. */
import type { UnseenMessages, User } from '../protocol/entities.ts';
import { paths } from '../protocol/http.ts';
import { call } from './client.ts';

export interface People {
  users: User[];
  unseenMessages: UnseenMessages;
}

export async function listUsers(signal?: AbortSignal): Promise<People> {
  const { users, unseenMessages } = await call<{ users: User[]; unseenMessages?: UnseenMessages }>({
    method: 'get',
    path: paths.users,
    expects: { users: 'array' },
    ...(signal && { signal }),
  });
  return { users, unseenMessages: unseenMessages ?? {} };
}
