/** A window with its connection, in front of either backend. */
import { onTestFinished, vi } from 'vitest';
import { realtimeQueries } from '../../../src/backend/connection.ts';
import { messageQueries } from '../../../src/conversation/messages.ts';
import { userQueries } from '../../../src/people/users.ts';
import { makeQueryClient } from '../../../src/query-client.ts';
import { openConnection } from '../../../src/realtime/connection.ts';
import { authQueries } from '../../../src/session/auth.ts';
import { followSession } from '../../../src/session/session-life.ts';
import { clearSelection } from '../../../src/stores/selection.ts';
import { endSession, startSession } from '../../../src/stores/session.ts';
import { clearUnseen } from '../../../src/stores/unseen.ts';
import { type Backend, makePerson, register } from '../../support/backends.ts';
import { eventually } from '../../support/eventually.ts';
import { startHostedServer } from '../../support/hosted-server.ts';
import { startPlainBackend } from '../../support/plain-backend.ts';
import { listLoaded } from './messages.ts';

/** A backend that lets pages of another origin call it, as happy-dom's is one. */
export async function startCrossOriginBackend(name: Backend['name']): Promise<Backend> {
  if (name === 'our server') {
    return { name, ...(await startHostedServer({ CORS_ORIGINS: location.origin })) };
  }
  const plain = await startPlainBackend({ clientOrigin: location.origin });
  return { name, url: plain.url, start: plain.start, stop: plain.stop, dispose: plain.stop, plain };
}

/** Ada, in front of her window, and Grace, elsewhere. */
export async function openLiveWindow(backend: Pick<Backend, 'url'>) {
  vi.stubEnv('PUBLIC_API_URL', backend.url);
  const me = await register(backend, makePerson('Ada'));
  const peer = await register(backend, makePerson('Grace'));
  startSession(me.token);
  const queryClient = makeQueryClient();
  const stopFollowing = followSession(queryClient);
  queryClient.mount();
  let close = () => {};
  onTestFinished(() => {
    close();
    stopFollowing();
    endSession();
    clearSelection();
    clearUnseen();
    queryClient.unmount();
    queryClient.clear();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  await queryClient.query(authQueries.me());
  await queryClient.query(userQueries.list());
  const status = () => queryClient.getQueryData(realtimeQueries.connection().queryKey)?.status;
  close = openConnection(queryClient);
  await eventually(() => {
    if (status() !== 'connected') throw new Error(`The connection is ${status()}.`);
    if (!queryClient.getQueryData(realtimeQueries.features().queryKey))
      throw new Error('No hello.');
  });
  return {
    queryClient,
    me,
    peer,
    status,
    close,
    open: (peerId: string) => queryClient.query(messageQueries.history(peerId)),
    getTexts: (peerId: string) => listLoaded(queryClient, peerId).map(({ text }) => text),
  };
}
