/**
 * Pushes to this browser while no page of the app is open (feature `push`). The subscription is compared with the server's
 * at each start: browsers and servers may lose it, or change their keys, without a word.
 */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endPush, keepPushDevice, type PushState, readPush, testPush } from '../api/push.ts';
import { withCause, writeData } from '../cache/write.ts';
import type { UserId } from '../protocol/entities.ts';
import { SESSION, type SessionNews, SUBSCRIPTION_CHANGE } from '../service-worker/contract.ts';
import { getPreference, setPreference } from '../stores/preferences.ts';
import {
  findWorker,
  letWorkerShow,
  type Permission,
  readPermission,
  turnOnNotifications,
} from './desktop.ts';

/** Why this browser cannot get pushes here; the settings have a sentence for each. */
type PushObstacle = 'insecure' | 'notInstalled' | 'unknown' | 'blocked';

/** iPhones and iPads have it for apps on the home screen only. */
const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function findObstacle(permission: Permission): PushObstacle | undefined {
  if (globalThis.isSecureContext === false) return 'insecure';
  if (typeof PushManager === 'undefined') return isApple() ? 'notInstalled' : 'unknown';
  if (permission === 'denied') return 'blocked';
  return navigator.serviceWorker ? undefined : 'unknown';
}

const pushQuery = queryOptions({
  queryKey: ['push'] as const,
  queryFn: readPush,
  // Always fetched again: the server pushes meanwhile.
  staleTime: 0,
  gcTime: 0,
});

/** What the server knows of this browser, while it is shown. */
export const usePushState = (isWanted = true) =>
  useQuery({ ...pushQuery, enabled: isWanted, refetchInterval: 10_000 });

type Step = 'turn on' | 'turn off' | 'change' | 'test';

/** Failures are notified like those of any call. */
export function usePushSteps(accountId: UserId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (step: Step): Promise<PushState> => {
      if (step === 'turn on') return turnOnPush(accountId);
      if (step === 'turn off') return turnOffPush();
      return step === 'test' ? testPush() : renewPush(accountId);
    },
    onSuccess: (state) =>
      withCause({ kind: 'mutation', name: 'push' }, () =>
        writeData(queryClient, pushQuery.queryKey, state),
      ),
  });
}

/** Only after the person has pressed something for it: the browser asks. */
async function turnOnPush(accountId: UserId): Promise<PushState> {
  if ((await turnOnNotifications()) !== 'granted') return readPush();
  setPreference('hasPush', true);
  return renewPush(accountId);
}

async function turnOffPush(): Promise<PushState> {
  setPreference('hasPush', false);
  letWorkerShow(false);
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
  return endPush();
}

/** Makes the browser's subscription and the server's the same, if the person wants pushes. */
async function renewPush(accountId: UserId): Promise<PushState> {
  const state = await readPush();
  const permission = readPermission();
  const isWanted = getPreference('hasPush') && permission === 'granted';
  if (!isWanted || state.publicKey === undefined || findObstacle(permission)) return state;
  const worker = await findWorker();
  if (!worker?.active) throw new Error('Notifications are not ready yet. Reload this page once.');
  await postAccount(worker.active, accountId);
  const subscription = await subscribe(worker.pushManager, state);
  const { keys = {} } = subscription.toJSON();
  const quiet = { from: getPreference('quietFrom'), to: getPreference('quietTo') };
  const kept = await keepPushDevice({
    endpoint: subscription.endpoint,
    p256dh: keys.p256dh ?? '',
    auth: keys.auth ?? '',
    detail: getPreference('notificationDetail'),
    ...(getPreference('hasQuietHours') && { quiet }),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  letWorkerShow(true);
  return kept;
}

/**
 * The one there is, if it is for the keys of the server and the server has it. The server may have deleted it because the
 * push service answers that it has ended, which the browser need not know.
 */
async function subscribe(
  manager: PushManager,
  { publicKey = '', device }: PushState,
): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  const key = known?.options.applicationServerKey;
  const isCurrent = key && toBase64Url(key) === publicKey && device?.endpoint === known.endpoint;
  if (known && isCurrent) return known;
  await known?.unsubscribe();
  try {
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new Error(
      `Your browser could not subscribe to its push service. Try later, or keep Duet open in a tab. ${why}`.trim(),
      { cause },
    );
  }
}

/** The service worker then shows no push for anybody else. Resolves when it knows. */
async function postAccount(worker: ServiceWorker, accountId: UserId): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => port1.addEventListener('message', resolve));
  port1.start();
  const news: SessionNews = { type: SESSION, accountId };
  worker.postMessage(news, [port2]);
  await answer;
  port1.close();
}

/**
 * At each start: tells the service worker whose browser this is. Renews the subscription, also when the browser replaces it
 * meanwhile. Returns a function that stops it.
 */
export function keepPush(accountId: UserId): () => void {
  const life = new AbortController();
  const workers = navigator.serviceWorker;
  const renew = async () => {
    const worker = await findWorker();
    if (worker?.active) await postAccount(worker.active, accountId);
    if (!life.signal.aborted && getPreference('hasPush')) await renewPush(accountId);
  };
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    // The settings say what is missing.
    if (data === SUBSCRIPTION_CHANGE) renew().catch(() => undefined);
  };
  workers?.addEventListener('message', handleMessage, { signal: life.signal });
  renew().catch(() => undefined);
  return () => life.abort();
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
