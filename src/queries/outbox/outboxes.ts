/** Opening the outbox of a cache, with all the code that it needs. */
import type { QueryClient } from '@tanstack/react-query';
import { getMe } from '../auth.ts';
import { findOutbox, setOutbox } from './open-outboxes.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** The outbox of whoever is signed in, opened if it is not yet; it then takes up what was left unsent. */
export function outboxOf(queryClient: QueryClient): Outbox {
  const open = findOutbox(queryClient);
  const accountId = getMe(queryClient)?._id;
  if (open && open.accountId === accountId) return open;
  if (accountId === undefined) throw new Error('There is no outbox while nobody is signed in.');
  const outbox = createOutbox(queryClient, accountId);
  setOutbox(queryClient, outbox);
  return outbox;
}
