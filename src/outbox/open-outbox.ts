/** Opens the outbox of a cache. Brings all the code that one needs, which comes on demand: see `registry.ts`. */
import type { QueryClient } from '@tanstack/react-query';
import { getMe } from '../session/auth.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { findOutbox, setOutbox } from './registry.ts';

/** Returns the one of whoever is signed in where it is open already. A new one takes up what was left unsent. */
export function openOutbox(queryClient: QueryClient): Outbox {
  const open = findOutbox(queryClient);
  const accountId = getMe(queryClient)?._id;
  if (open && open.accountId === accountId) return open;
  if (accountId === undefined) throw new Error('There is no outbox while nobody is signed in.');
  const outbox = createOutbox(queryClient, accountId);
  setOutbox(queryClient, outbox);
  return outbox;
}
