/**
 * What the packaged Chromium lacks for pushes: it grants no notifications, and knows no push service. A script in the pages
 * and in front of the service worker stands in for both. Notifications and subscription are kept in a cache, so that they
 * outlive page and worker. Pushes are delivered by the browser itself.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { PushContent } from '../../src/protocol/http.ts';
import type { Browser, PushService } from './push-service.ts';
import { builtClient } from './static-client.ts';

const CACHE = 'browser-of-tests';

const STAND_IN = `if ('ServiceWorkerRegistration' in globalThis) {
  const open = () => caches.open('${CACHE}');
  const read = async (path) => (await (await open()).match(path))?.json();
  const write = async (path, value) => (await open()).put(path, Response.json(value));
  const drop = async (path) => (await open()).delete(path);
  const list = async () => (await read('/shown')) ?? [];
  const without = async (tag) => (await list()).filter((each) => each.tag !== tag);
  // One after the other, however many are closed at a time.
  let closing = Promise.resolve();
  const close = (tag) => (closing = closing.then(async () => write('/shown', await without(tag))));
  Object.assign(ServiceWorkerRegistration.prototype, {
    async showNotification(title, options) {
      const shown = { title, ...options };
      await write('/shown', [...(await without(options.tag)), shown]);
      await write('/all', [...((await read('/all')) ?? []), shown]);
    },
    async getNotifications({ tag } = {}) {
      return (await list())
        .filter((each) => tag === undefined || each.tag === tag)
        .map((each) => ({ ...each, close: () => close(each.tag) }));
    },
  });
  const toSubscription = ({ endpoint, p256dh, auth, key }) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: () => drop('/subscription'),
  });
  Object.assign(PushManager.prototype, {
    async getSubscription() {
      const known = await read('/subscription');
      return known ? toSubscription(known) : null;
    },
    async subscribe({ applicationServerKey: key }) {
      await write('/subscription', { ...(await subscribeAtService()), key });
      return this.getSubscription();
    },
  });
  // This browser has no badge for workers, and ends one that asks for it.
  if (typeof WorkerNavigator === 'function') {
    Object.assign(WorkerNavigator.prototype, {
      setAppBadge: (count) => write('/badge', count),
      clearAppBadge: () => drop('/badge'),
    });
  }
  if (typeof document === 'object') {
    let permission = 'default';
    try { permission = localStorage.getItem('permission-of-tests') ?? permission; } catch {}
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      if (permission === 'default') permission = 'granted';
      localStorage.setItem('permission-of-tests', permission);
      return permission;
    };
  }
}
`;

/** Copies the built app, with the stand-in in its service worker. */
export function copyApp(folder: string): void {
  cpSync(builtClient, folder, { recursive: true });
  const worker = join(folder, 'service-worker.js');
  for (const packed of ['br', 'gz']) rmSync(`${worker}.${packed}`, { force: true });
  writeFileSync(worker, STAND_IN + readFileSync(worker, 'utf8'));
}

const shownSchema = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  actions: z.array(z.object({ action: z.string() })).default([]),
});
type Shown = z.infer<typeof shownSchema>;

/** Call it before the app is opened in the window. */
export async function preparePushes(
  page: Page,
  { service, origin }: { service: PushService; origin: string },
) {
  const context = page.context();
  const subscriptions: Browser[] = [];
  await context.exposeFunction('subscribeAtService', () => {
    const browser = service.subscribe();
    subscriptions.push(browser);
    const { endpoint, p256dh, auth } = browser;
    return { endpoint, p256dh, auth };
  });
  await context.addInitScript({ content: STAND_IN });
  const devtools = await context.newCDPSession(page);
  let registrationId = '';
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const each of registrations) if (!each.isDeleted) registrationId = each.registrationId;
  });
  await devtools.send('ServiceWorker.enable');

  const findWorker = () => {
    const worker = context.serviceWorkers().at(-1);
    if (!worker) throw new Error('There is no worker.');
    return worker;
  };
  const readCache = (path: string): Promise<unknown> =>
    page.evaluate(async ([name, key]) => (await (await caches.open(name)).match(key))?.json(), [
      CACHE,
      path,
    ] as const);
  const readList = async (path: string): Promise<Shown[]> =>
    z
      .array(shownSchema)
      .default([])
      .parse(await readCache(path));

  return {
    /** Browsers that it has been for the push service, one for each subscription. */
    subscriptions,
    /** As the push service does: what it got, or something else. Resolves when the browser has taken it. */
    async deliver(content: PushContent | string): Promise<void> {
      const data = typeof content === 'string' ? content : JSON.stringify(content);
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    /** Ends the worker; the next event starts it. */
    async stopWorker(): Promise<void> {
      await devtools.send('ServiceWorker.stopAllWorkers');
    },
    /** Goes to a picture of the server: no window of the app is open then. Closing a page can end this browser. */
    async leaveApp(): Promise<void> {
      await page.goto(`${origin}/icons/icon-192.png`);
    },
    /** On the screen now, and all that ever were. */
    readShown: () => readList('/shown'),
    readAll: () => readList('/all'),
    readBadge: () => readCache('/badge'),
    findWorker,
    /** Presses a notification, or its button. Resolves to the address of a window that it opens. */
    press: (userId: string, action = '') =>
      findWorker().evaluate(
        async ([userId, action]) => {
          // A browser opens and focuses windows for a press of a person alone.
          const { promise: opened, resolve } = Promise.withResolvers<string | null>();
          const clients: object = Reflect.get(globalThis, 'clients');
          Object.assign(clients, { openWindow: async (url: string) => resolve(url) });
          const prototype: object = Reflect.get(globalThis, 'WindowClient').prototype;
          Object.assign(prototype, {
            async focus(this: unknown) {
              resolve(null);
              return this;
            },
          });
          const press = { action, notification: { close() {}, data: { userId } }, waitUntil() {} };
          dispatchEvent(Object.assign(new Event('notificationclick'), press));
          return opened;
        },
        [userId, action] as const,
      ),
  };
}

/** Until the app's worker serves this page, which would ask for it only some seconds after its first screen. */
export async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
