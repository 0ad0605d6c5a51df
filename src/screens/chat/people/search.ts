import type { User } from '../../../protocol/entities.ts';

/** People whose full name contains the query, whatever the case (spec section 2); all for a blank one. */
export function filterUsers(users: readonly User[], query: string): readonly User[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return users;
  return users.filter((user) => user.fullName.toLowerCase().includes(wanted));
}
