/** Notifications of the desktop or phone: one per person, replaced by newer messages. */
import { useSyncExternalStore } from 'react';
import type { UserId } from '../protocol/entities.ts';
import {
  ICON,
  NOTIFICATION_PRESS,
  type NotificationData,
  type NotificationPress,
  PRESS_ACTIONS,
  type PressAction,
  TAG,
} from '../service-worker/contract.ts';
import { setPreference } from '../stores/preferences.ts';

/** The person's answer to the browser; `unsupported`: the browser has no notifications. */
export type Permission = NotificationPermission | 'unsupported';

interface DesktopNotification extends NotificationData {
  title: string;
  body: string;
  /** Address of the sender's picture. */
  icon?: string | undefined;
}

/** On an insecure address some browsers have the API, but report `denied`. */
const isSupported = (): boolean =>
  typeof Notification !== 'undefined' && globalThis.isSecureContext !== false;

export const readPermission = (): Permission =>
  isSupported() ? Notification.permission : 'unsupported';

const permissionListeners = new Set<() => void>();

/** Follows what the person changes in the browser's own settings. */
export const usePermission = (): Permission =>
  useSyncExternalStore(subscribePermission, readPermission);

function subscribePermission(listener: () => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  permissionListeners.add(listener);
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal }))
    // Some browsers do not know this name.
    .catch(() => undefined);
  return () => {
    permissionListeners.delete(listener);
    life.abort();
  };
}

/** Asks the person, which is possible once: only after they have pressed something for it. */
const askPermission = async (): Promise<Permission> =>
  readPermission() === 'default' ? Notification.requestPermission() : readPermission();

const shown = new Map<UserId, { notification: Notification; data: NotificationData }>();

/** Shows it; calls `onPress` after the person has pressed it and the window is in front. */
export function showNotification(
  { userId, messageId, title, body, icon = ICON }: DesktopNotification,
  onPress: (userId: UserId) => void,
): void {
  const data: NotificationData = { userId, messageId };
  const tag = TAG + userId;
  // The app plays its own sound, which can be switched off. A newer notification of the same person alerts again.
  const options = { body, tag, renotify: true, icon, silent: true, data };
  try {
    if (isOfWorker) throw new Error('The service worker shows them.');
    // Browsers without `renotify` would replace it quietly.
    shown.get(userId)?.notification.close();
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      notification.close();
      window.focus();
      onPress(userId);
    });
    // Pressed, dismissed, or replaced by a newer one.
    notification.addEventListener('close', () => {
      if (shown.get(userId)?.notification === notification) shown.delete(userId);
    });
    shown.set(userId, { notification, data });
  } catch {
    // On phones, and where pushes replace them, they belong to the service worker, which also handles a press.
    void findWorker()
      .then(async (worker) => {
        for (const earlier of (await worker?.getNotifications({ tag })) ?? []) earlier.close();
        await worker?.showNotification(title, options);
      })
      // The count in the title shows it anyway.
      .catch(() => undefined);
  }
}

/** Whether the service worker shows them: one and the same notification is then replaced by a push. */
let isOfWorker = false;

export function letWorkerShow(doesShow: boolean): void {
  isOfWorker = doesShow;
}

/** Closes those of this page and of the service worker about which nothing is left to announce. */
export async function closeNotifications(
  isDone: (about: Partial<NotificationData>) => boolean,
): Promise<void> {
  for (const [id, { notification, data }] of shown) {
    if (!isDone(data)) continue;
    notification.close();
    shown.delete(id);
  }
  const ofWorker = await findWorker()
    .then((worker) => worker?.getNotifications())
    .catch(() => undefined);
  for (const notification of ofWorker ?? []) {
    if (isDone(notification.data ?? {})) notification.close();
  }
}

/** Does nothing if there is none. */
export const findWorker = async () => navigator.serviceWorker?.getRegistration();

/** What a press on a notification leads to: its sender's conversation, and what its button says. */
export type HandlePress = (userId: UserId, action?: PressAction) => void;

/**
 * Calls back when one from the service worker was pressed. Without a window the worker opens one at the conversation's
 * address. Returns a function that unsubscribes.
 */
export function subscribePresses(onPress: HandlePress): () => void {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (!isPress(data)) return;
    onPress(
      data.userId,
      PRESS_ACTIONS.find((each) => each === data.action),
    );
  };
  navigator.serviceWorker?.addEventListener('message', handleMessage);
  return () => navigator.serviceWorker?.removeEventListener('message', handleMessage);
}

function isPress(data: unknown): data is NotificationPress {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === NOTIFICATION_PRESS &&
    'userId' in data &&
    typeof data.userId === 'string'
  );
}

/** Switches notifications on, if the person allows them. Only after they have pressed something for it. */
export async function turnOnNotifications(): Promise<Permission> {
  const permission = await askPermission();
  for (const listener of permissionListeners) listener();
  setPreference('hasNotifications', permission === 'granted');
  return permission;
}
