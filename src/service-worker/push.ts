/**
 * What the service worker does with a push. Each one shows a notification, whatever is in it: browsers end subscriptions
 * that stay silent. It needs neither a network nor the app: the server has decided that the message is worth it.
 */

import type { UserId } from '../protocol/entities.ts';
import type { PushContent } from '../protocol/http.ts';
import { ICON, type NotificationData, type PressAction, TAG } from './contract.ts';
import { texts } from './texts.ts';

/** Beyond the DOM types of TypeScript. */
interface ShownOptions extends NotificationOptions {
  renotify?: boolean;
  actions?: { action: PressAction; title: string }[];
}

export async function showPush(
  registration: ServiceWorkerRegistration,
  data: { json(): unknown } | null,
): Promise<void> {
  const content = read(data);
  const { receiverId } = content;
  if (receiverId !== undefined && !(await isLoggedIn(receiverId).catch(() => false))) {
    await registration.showNotification(texts.unknownSender, {
      body: texts.loggedOut,
      tag: TAG,
      icon: ICON,
      silent: true,
    });
    return;
  }
  const { userId, messageId = '', total, unseen } = content;
  const tag = TAG + (userId ?? '');
  const shown = await registration.getNotifications().catch(() => []);
  const known = shown.find((each) => each.tag === tag);
  const { title, body } = describe(content);
  const options: ShownOptions = {
    body,
    tag,
    icon: content.icon ?? ICON,
    badge: ICON,
    // What is known already, perhaps from a page in the background, is not announced again.
    ...(content.isDeleted || known?.data?.messageId === messageId
      ? { silent: true }
      : { renotify: true }),
    ...(userId !== undefined && {
      data: { userId, messageId } satisfies NotificationData,
      actions: [
        { action: 'reply', title: texts.reply },
        { action: 'read', title: texts.markRead },
      ],
    }),
  };
  await registration.showNotification(title, options);
  // Seen on another device meanwhile.
  const isOutdated = ({ data }: Notification) =>
    typeof data?.userId === 'string' && data.userId !== userId && !unseen?.includes(data.userId);
  if (unseen) for (const each of shown.filter(isOutdated)) each.close();
  if (content.isDeleted && messageId === '') await close(registration, tag);
  if (total !== undefined) await setBadge(total);
}

/** Shown, and so counted by the browser; there is nothing to read in it. */
async function close(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const each of await registration.getNotifications({ tag })) each.close();
}

function describe({ userId, name = texts.unknownSender, count = 1, ...content }: PushContent): {
  title: string;
  body: string;
} {
  const title = texts.title(name, count);
  if (content.text !== undefined) return { title, body: content.text };
  if (content.isPicture) return { title, body: texts.picture };
  if (content.isDeleted && content.messageId === undefined) return { title, body: texts.deleted };
  return { title, body: userId === undefined && content.isTest ? texts.test : texts.newMessage };
}

/** Empty if it cannot be understood, as from another version. */
function read(data: { json(): unknown } | null): PushContent {
  try {
    const content: unknown = data?.json();
    if (typeof content !== 'object' || content === null) return {};
    const fields: PushContent = content;
    const { receiverId, userId, name, text, icon, count, total, unseen, messageId, ...flags } =
      fields;
    return {
      ...flags,
      ...(typeof receiverId === 'string' && { receiverId }),
      ...(typeof userId === 'string' && { userId }),
      ...(typeof messageId === 'string' && { messageId }),
      ...(typeof name === 'string' && { name }),
      ...(typeof text === 'string' && { text }),
      ...(typeof icon === 'string' && { icon }),
      ...(typeof count === 'number' && { count }),
      ...(typeof total === 'number' && { total }),
      ...(Array.isArray(unseen) && { unseen }),
    };
  } catch {
    return {};
  }
}

/** On the icon of an installed app. */
async function setBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
  } catch {
    // The app is not installed.
  }
}

/**
 * Caches with such a name tell whose pushes may be shown: the account that is logged in, as the page has told it. The worker
 * cannot read the token, and a cache survives its end.
 */
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
