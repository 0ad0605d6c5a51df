/**
 * The service worker: the app opens without a network. It caches the page and scripts of one build, and viewed
 * pictures; calls and the socket never pass through it. A new build waits until the person agrees, or until no window
 * of the old one is open.
 *
 * Built separately (`scripts/rsbuild/service-worker.ts`), which fills in `__PRECACHE__`.
 */
import { clientsClaim, registerQuotaErrorCallback } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import type { UserId } from '../protocol/entities.ts';
import { API_PREFIX } from '../protocol/http.ts';
import {
  GATE_CACHE,
  NOTIFICATION_PRESS,
  type NotificationPress,
  PICTURE_CACHE,
  PRESS_ACTIONS,
  type PressAction,
  SESSION,
  type SessionNews,
  SUBSCRIPTION_CHANGE,
  TAKE_OVER,
} from './contract.ts';
import { setAccount, showPush } from './push.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __PRECACHE__: PrecacheEntry[];

const MAX_PICTURES = 300;
const PAGE = '/index.html';
/** The app's own screens; the server handles other addresses. */
const SCREENS = [/^\/(login|profile)?(\?|$)/];
const MEDIA = `${API_PREFIX}/media/`;
/** Scripts fetched on demand, not in advance. */
const LATE_CACHE = 'late-scripts';
const MAX_LATE = 60;

// Before the first build is cached nobody uses an older version: it activates at once.
clientsClaim();
cleanupOutdatedCaches();
/** What somebody in front of the server answers is never stored. */
const onlyOurs = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) => {
    if (response.status !== 200 || response.redirected) return null;
    if (!isHtml(response)) return response;
    return new URL(request.url).pathname === PAGE && (await isOurPage(response)) ? response : null;
  },
};
addPlugins([onlyOurs]);
/**
 * Keeps what was stored last. `workbox-expiration` has addresses in a database, whose files keep them after a logout, and
 * the address of a picture is enough to see it.
 */
const keepNewest = (maxEntries: number) => ({
  cacheDidUpdate: async ({ cacheName }: { cacheName: string }) => {
    const cache = await caches.open(cacheName);
    const oldest = (await cache.keys()).slice(0, -maxEntries);
    for (const request of oldest) await cache.delete(request, { ignoreVary: true });
  },
});
registerQuotaErrorCallback(async () => {
  for (const name of [PICTURE_CACHE, LATE_CACHE]) await caches.delete(name);
});
precacheAndRoute(__PRECACHE__, { directoryIndex: '', cleanURLs: false });
const openKept = createHandlerBoundToURL(PAGE);
registerRoute(
  new NavigationRoute(
    async (options) => {
      // The page of /login says who may sign up, and about the code in its address.
      const isLogin = options.url.pathname === '/login';
      if (!isLogin && !(await caches.has(GATE_CACHE))) return openKept(options);
      try {
        const response = await fetch(options.request);
        if (await isOurPage(response)) await caches.delete(GATE_CACHE);
        return response;
      } catch {
        return openKept(options);
      }
    },
    { allowlist: SCREENS },
  ),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/static/'),
  new CacheFirst({
    cacheName: LATE_CACHE,
    plugins: [onlyOurs, keepNewest(MAX_LATE)],
  }),
);

// Their addresses never change content, and each is a secret of its conversation.
registerRoute(
  ({ url, request, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && url.pathname.startsWith(MEDIA),
  new CacheFirst({
    cacheName: PICTURE_CACHE,
    plugins: [
      onlyOurs,
      // Without a network, or when the page is left: a rejection would be an error in the console.
      { handlerDidError: async () => new Response(null, { status: 504 }) },
      keepNewest(MAX_PICTURES),
    ],
  }),
);

const isHtml = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes('text/html') === true;

/** By a mark in the page that no other page has. */
async function isOurPage(response: Response): Promise<boolean> {
  return (
    response.ok && isHtml(response) && (await response.clone().text()).includes('data-app="duet"')
  );
}

self.addEventListener('message', (event) => {
  const { data, ports } = event;
  if (data === TAKE_OVER) void self.skipWaiting();
  if (!isSessionNews(data)) return;
  event.waitUntil(
    setAccount(self.registration, data.accountId).finally(() => ports[0]?.postMessage(null)),
  );
});

const isSessionNews = (data: unknown): data is SessionNews =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === SESSION;

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self.registration, event.data));
});

/** Windows of the app: a picture has one, too, after a click on it. */
async function findWindows(): Promise<WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isOfApp = ({ pathname }: URL) => SCREENS.some((screen) => screen.test(pathname));
  return windows.filter(({ url }) => isOfApp(new URL(url)));
}

// A window subscribes again and tells the server; without one, the next start does.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(
    findWindows().then((windows) => {
      for (const each of windows) each.postMessage(SUBSCRIPTION_CHANGE);
    }),
  );
});

// The app does what its buttons say: there is no token here, and so no call.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const action = PRESS_ACTIONS.find((each) => each === event.action);
  const userId: unknown = notification.data?.userId;
  event.waitUntil(
    typeof userId === 'string' ? answerPress(userId, action) : self.clients.openWindow('/'),
  );
});

/** Brings a window of the app to the front, or opens one, and shows the conversation there. */
async function answerPress(userId: UserId, action: PressAction | undefined): Promise<void> {
  const [open] = await findWindows();
  if (open) {
    const press: NotificationPress = {
      type: NOTIFICATION_PRESS,
      userId,
      ...(action && { action }),
    };
    (await open.focus()).postMessage(press);
  } else {
    const search = new URLSearchParams({ with: userId, ...(action && { press: action }) });
    await self.clients.openWindow(`/?${search}`);
  }
}
