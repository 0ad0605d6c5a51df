/** Constants of the page and its service worker. */
import type { MessageId, UserId } from '../protocol/entities.ts';

/** At the root, so that it controls every screen. */
export const WORKER_ADDRESS = '/service-worker.js';

/** Name of the cache with pictures of conversations; deleted at logout. */
export const PICTURE_CACHE = 'pictures';

/**
 * Name of a cache that exists while a login page or firewall in front of the server answers instead of it. The page
 * makes it; navigations then pass the worker's caches, so that a reload shows what is in front.
 */
export const GATE_CACHE = 'gate';

/** To a waiting worker: replace the active one. */
export const TAKE_OVER = 'take-over';

/** The message to an open window after a press on a notification. */
export const NOTIFICATION_PRESS = 'notification-press';

/** Buttons of a notification: write an answer, or mark all messages of the sender as seen. */
export const PRESS_ACTIONS = ['reply', 'read'] as const;
export type PressAction = (typeof PRESS_ACTIONS)[number];

/** To a page: a person has pressed a notification of this person's message, or one of its buttons. */
export interface NotificationPress {
  type: typeof NOTIFICATION_PRESS;
  userId: UserId;
  action?: PressAction;
}

/** To the worker: who is logged in; null: nobody any more. It answers at the port, if there is one. */
export const SESSION = 'session';

export interface SessionNews {
  type: typeof SESSION;
  accountId: UserId | null;
}

/** To a page: the browser has ended its subscription to pushes, or replaced it. */
export const SUBSCRIPTION_CHANGE = 'subscription-change';

/** Of notifications: with the id of a person, so that there is one per conversation. */
export const TAG = 'duet-';
export const ICON = '/icons/icon-192.png';

/** Data in a notification, for the code that handles the press or closes it. */
export interface NotificationData {
  userId: UserId;
  messageId: MessageId;
}
