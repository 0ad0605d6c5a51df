/** Opens the outbox of a cache. Imports all its code, so it is loaded on demand: see `registry.ts`. */
import type { QueryClient } from '@tanstack/react-query';
import { getMe } from '../session/auth.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { findOutbox, setOutbox } from './registry.ts';

/** Returns the signed-in person's outbox if it is already open. A new one also takes over what earlier windows left. */
export function openOutbox(queryClient: QueryClient): Outbox {
  const open = findOutbox(queryClient);
  const accountId = getMe(queryClient)?._id;
  if (open && open.accountId === accountId) return open;
  if (accountId === undefined) throw new Error('There is no outbox while nobody is signed in.');
  const outbox = createOutbox(queryClient, accountId);
  setOutbox(queryClient, outbox);
  return outbox;
}
