/**
 * One window of a signed-in person, without a screen: the real cache, outbox and session, in front
 * of a plain backend that several windows may share.
 */
import { locks } from 'node:worker_threads';
import type { QueryClient } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import { realtimeQueries } from '../../../src/backend/connection.ts';
import type { OutgoingMessage } from '../../../src/conversation/entities.ts';
import { messageKeys } from '../../../src/conversation/message-keys.ts';
import { messageQueries } from '../../../src/conversation/messages.ts';
import { openOutbox } from '../../../src/outbox/open-outbox.ts';
import { describeOutbox } from '../../../src/outbox/outgoing.ts';
import { findOutbox } from '../../../src/outbox/registry.ts';
import type { OwnUser, User } from '../../../src/protocol/entities.ts';
import type { Feature } from '../../../src/protocol/events.ts';
import { makeQueryClient } from '../../../src/query-client.ts';
import { authQueries } from '../../../src/session/auth.ts';
import { followSession } from '../../../src/session/session-life.ts';
import { clearSelection } from '../../../src/stores/selection.ts';
import { endSession, startSession } from '../../../src/stores/session.ts';
import { clearUnseen } from '../../../src/stores/unseen.ts';
import { type PlainBackend, startPlainBackend } from '../../support/plain-backend.ts';
import { stampFinely } from '../../support/plain-world.ts';
import { listLoaded } from './messages.ts';

export interface World {
  backend: PlainBackend;
  me: User;
  peer: User;
  token: string;
  peerToken: string;
}

/** A plain backend with two people, and a session of the first in this browser. */
export async function startWorld({ stamp = stampFinely } = {}): Promise<World> {
  const backend = await startPlainBackend({ clientOrigin: location.origin, stamp });
  vi.stubEnv('PUBLIC_API_URL', backend.url);
  const signUp = (name: string) =>
    backend.world.signUp({
      fullName: name,
      email: `${name}@example.org`,
      password: 'correct horse',
      bio: `I am ${name}.`,
    });
  const { user: me, token } = signUp('Ada');
  const { user: peer, token: peerToken } = signUp('Grace');
  startSession(token);
  onTestFinished(async () => {
    endSession();
    clearSelection();
    clearUnseen();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await backend.stop();
  });
  return { backend, me, peer, token, peerToken };
}

/** Opens a window of the session. `features` are what the server is taken to have announced. */
export async function openWindow(features: readonly Feature[] = []) {
  const queryClient = makeQueryClient();
  const stopFollowing = followSession(queryClient);
  queryClient.mount();
  queryClient.setQueryData(realtimeQueries.features().queryKey, new Set(features));
  const { queryKey } = authQueries.me();
  if (network) queryClient.setQueryData(queryKey, lastMe);
  else lastMe = await queryClient.query(authQueries.me());
  openWindows.add(queryClient);
  if (network) setConnected(queryClient, false);
  let isOpen = true;
  /** As a crash: what is on disk stays, and nothing here goes on. */
  const crash = () => {
    if (!isOpen) return;
    isOpen = false;
    openWindows.delete(queryClient);
    stopFollowing();
    queryClient.unmount();
    queryClient.clear();
  };
  onTestFinished(crash);
  return {
    queryClient,
    crash,
    outbox: openOutbox(queryClient),
    load: (peerId: string) => queryClient.query(messageQueries.history(peerId)),
    getOutbox: (peerId: string): OutgoingMessage[] =>
      describeOutbox(
        queryClient
          .getMutationCache()
          .findAll({ mutationKey: messageKeys.send(peerId) })
          .map(({ state }) => state),
      ),
    getTexts: (peerId: string) => listLoaded(queryClient, peerId).map(({ text }) => text),
  };
}

/** What browsers have and happy-dom lacks: Node's own, which does not take happy-dom's signals. */
export function lendLocks(): void {
  const request = (
    name: string,
    { ifAvailable = false }: LockOptions,
    use: (lock: Lock | null) => Promise<void>,
  ) => locks.request(name, { ifAvailable }, use);
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

/** A device on which the media queries with these words hold. */
export const mockMedia = (words: string) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media.includes(words),
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );

/** The person turns to the window, or away from it. */
export function setLookedAt(isLookedAt: boolean): void {
  vi.spyOn(document, 'hasFocus').mockReturnValue(isLookedAt);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isLookedAt ? 'visible' : 'hidden');
  window.dispatchEvent(new Event(isLookedAt ? 'focus' : 'blur'));
}

/** Answers whether something waits since for the person to turn to the window. */
export function watchForWaiting(): () => boolean {
  const listening = vi.spyOn(window, 'addEventListener');
  onTestFinished(() => listening.mockRestore());
  return () => listening.mock.calls.some(([event]) => event === 'focus');
}

/** The connection to the server is lost, with all calls, or is back. */
export function setOnline(isOnline: boolean): void {
  network?.mockRestore();
  network = isOnline ? undefined : cutCalls();
  for (const queryClient of openWindows) setConnected(queryClient, isOnline);
}

const openWindows = new Set<QueryClient>();
/** Of the last window that was opened with a network: later ones start as an earlier visit has left them. */
let lastMe: OwnUser | undefined;
let network: ReturnType<typeof cutCalls> | undefined;

const cutCalls = () =>
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));

/** What the socket tells its window. */
function setConnected(queryClient: QueryClient, isConnected: boolean): void {
  queryClient.setQueryData(realtimeQueries.connection().queryKey, {
    status: isConnected ? 'connected' : 'reconnecting',
    since: new Date().toISOString(),
    reconnects: 0,
    transport: null,
  });
  if (isConnected) findOutbox(queryClient)?.wake();
}
