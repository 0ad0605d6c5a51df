/** The search above the list. */
import { findUser } from '../../../people/patches.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { foldText } from '../../../protocol/search-text.ts';

type Ids = readonly UserId[];

/** People whose full name contains the query (spec section 2), compared by `foldText`; all for a blank query. */
export function findByName(ids: Ids, users: readonly User[], query: string): Ids {
  const wanted = foldText(query).trim();
  if (wanted === '') return ids;
  return ids.filter((id) => foldText(findUser(users, id)?.fullName ?? '').includes(wanted));
}
