/** A window in front of a server that answers what a test tells it to. */
import { onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '../../../src/query-client.ts';
import { endSession, startSession } from '../../../src/stores/session.ts';
import { type Answer, startAnsweringServer } from './answering-server.ts';

/** With a session of its own: what another test has left behind is not tried in it. */
export async function openServedWindow(answer: Answer) {
  const server = await startAnsweringServer(answer);
  vi.stubEnv('PUBLIC_API_URL', server.url);
  startSession(crypto.randomUUID());
  const queryClient = makeQueryClient();
  onTestFinished(async () => {
    queryClient.clear();
    endSession();
    vi.unstubAllEnvs();
    await server.close();
  });
  return { queryClient, asked: server.asked };
}
