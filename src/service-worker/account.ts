/**
 * Whose pushes may be shown: the account that is logged in to this browser, as the page has told it. The worker cannot read
 * the token. It is kept as the name of a cache, which survives the end of the worker.
 */
import type { UserId } from '../protocol/entities.ts';

const PREFIX = 'account-';

/** Changes come one after another. */
let last: Promise<unknown> = Promise.resolve();

/** Null: nobody. Then, and for another account, what the browser had for the one before ends. */
export function setAccount(
  registration: ServiceWorkerRegistration,
  accountId: UserId | null,
): Promise<void> {
  const change = last.then(() => replaceAccount(registration, accountId));
  last = change.catch(() => undefined);
  return change;
}

async function replaceAccount(
  registration: ServiceWorkerRegistration,
  accountId: UserId | null,
): Promise<void> {
  const own = PREFIX + accountId;
  const known = await listAccounts();
  const others = known.filter((name) => name !== own);
  if (accountId !== null) await caches.open(own);
  if (accountId !== null && others.length === 0) return;
  for (const name of others) await caches.delete(name);
  for (const notification of await registration.getNotifications()) notification.close();
  const subscription = await registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

export const isLoggedIn = (accountId: UserId): Promise<boolean> => caches.has(PREFIX + accountId);

const listAccounts = async (): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX));
