/** What the page and its service worker agree on. */
import type { UserId } from '../protocol/entities.ts';

/** At the root, so that it serves every screen. */
export const WORKER_ADDRESS = '/service-worker.js';

/** Name of the cache with pictures of conversations; gone at sign-out. */
export const PICTURE_CACHE = 'pictures';

/** To a worker that waits: take over from the one before. */
export const TAKE_OVER = 'take-over';

/** Somebody has pressed a notification: the type of what an open window is told. */
export const NOTIFICATION_PRESS = 'notification-press';

/** To a page: somebody has pressed a notification of a message from this person. */
export interface NotificationPress {
  type: typeof NOTIFICATION_PRESS;
  userId: UserId;
}

/** What comes with a notification, for whoever answers the press. */
export interface NotificationData {
  userId: UserId;
}
