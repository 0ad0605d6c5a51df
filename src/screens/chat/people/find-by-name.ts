/** Who is found by the search above the list. */
import { findUser } from '../../../people/patches.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { foldText } from '../../../protocol/search-text.ts';

type Ids = readonly UserId[];

/** Those whose full name contains the query (spec section 2), as `foldText` compares; all for a blank one. */
export function findByName(ids: Ids, users: readonly User[], query: string): Ids {
  const wanted = foldText(query.trim());
  if (wanted === '') return ids;
  return ids.filter((id) => foldText(findUser(users, id)?.fullName ?? '').includes(wanted));
}
