/** Finds the person whom a call is about. */
import type { UserId } from '../../src/protocol/entities.ts';
import { DomainError } from './errors.ts';
import type { StoredUser, UserStore } from './ports/users.ts';

/** Rejects with `notFound` for an unknown id; deleted accounts are found. */
export async function requireUser(store: UserStore, id: UserId): Promise<StoredUser> {
  const user = await store.findUser(id);
  if (!user) throw unknownUser();
  return user;
}

export function unknownUser(): DomainError {
  return new DomainError('notFound', 'This person does not exist.');
}
