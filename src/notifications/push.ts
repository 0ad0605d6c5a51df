/**
 * Pushes to this browser while no page of the app is open (feature `push`). The subscription is compared with the server's
 * at each start: browsers and servers may lose it, or change their keys, without a word.
 */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endPush, keepPushDevice, type PushState, readPush, testPush } from '../api/push.ts';
import { withCause, writeData } from '../cache/write.ts';
import { getPreference, setPreference } from '../stores/preferences.ts';
import { findWorker, letWorkerShow, readPermission, turnOnNotifications } from './desktop.ts';

/** Why this browser cannot get pushes here; the settings have a sentence for each. */
export type PushObstacle = 'insecure' | 'notInstalled' | 'unknown' | 'blocked' | 'noWorker';

/** iPhones and iPads have it for apps on the home screen only. */
const isApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

export function findObstacle(): PushObstacle | undefined {
  if (globalThis.isSecureContext === false) return 'insecure';
  if (typeof PushManager === 'undefined') return isApple() ? 'notInstalled' : 'unknown';
  if (readPermission() === 'denied') return 'blocked';
  return navigator.serviceWorker ? undefined : 'unknown';
}

const pushQueries = {
  state: () =>
    queryOptions({
      queryKey: ['push'] as const,
      queryFn: readPush,
      // Always fetched again: the server pushes meanwhile.
      staleTime: 0,
      gcTime: 0,
    }),
};

/** What the server knows of this browser, while it is shown. */
export const usePushState = (isWanted = true) =>
  useQuery({ ...pushQueries.state(), enabled: isWanted, refetchInterval: 10_000 });

type Step = 'turn on' | 'turn off' | 'change' | 'test';

/** Failures are notified like those of any call. */
export function usePushSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (step: Step): Promise<PushState> => {
      if (step === 'turn on') return turnOnPush();
      if (step === 'turn off') return turnOffPush();
      return step === 'test' ? testPush() : renewPush();
    },
    onSuccess: (state) =>
      withCause({ kind: 'mutation', name: 'push' }, () =>
        writeData(queryClient, pushQueries.state().queryKey, state),
      ),
  });
}

/** Only after the person has pressed something for it: the browser asks. */
export async function turnOnPush(): Promise<PushState> {
  if ((await turnOnNotifications()) !== 'granted') return readPush();
  setPreference('hasPush', true);
  return renewPush();
}

async function turnOffPush(): Promise<PushState> {
  setPreference('hasPush', false);
  letWorkerShow(false);
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe().catch(() => false);
  return endPush();
}

/** Makes the browser's subscription and the server's the same, if the person wants pushes. */
export async function renewPush(): Promise<PushState> {
  const state = await readPush();
  const isWanted = getPreference('hasPush') && readPermission() === 'granted';
  if (!isWanted || state.publicKey === undefined || findObstacle()) return state;
  const worker = await findWorker();
  if (!worker?.active) throw new Error('Notifications are not ready yet. Reload this page once.');
  const subscription = await subscribe(worker.pushManager, state.publicKey);
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

/** The one there is, unless it is for other keys of the server. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  const key = known?.options.applicationServerKey;
  if (known && key && toBase64Url(key) === publicKey) return known;
  await known?.unsubscribe();
  try {
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : '';
    throw new Error(`Your browser could not subscribe to its push service. ${why}`.trim(), {
      cause,
    });
  }
}

const toBase64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
