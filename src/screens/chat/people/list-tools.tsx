import { useEffect } from 'react';
import { followDrafts } from '../../../kept/follow-drafts.ts';
import { useMe } from '../../../session/auth.ts';

/** What the list of people can do beyond showing them; its code comes after the first rows. */
export function ListTools() {
  const accountId = useMe()._id;
  useEffect(() => followDrafts(accountId), [accountId]);
  return null;
}
