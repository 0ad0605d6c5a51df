/** Promise 1 of the server: acknowledged is on disk, exactly once, in one order, after any crash. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 as uuidv7 } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { playKillRounds } from '../support/kill-rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { readConversation, send, signUp } from './support/calls.ts';

test('The server, killed under load, starts by itself, with every acknowledged message once and in order (STORE-3)', async () => {
  const server = await startServerProcess();
  onTestFinished(() => server.dispose());
  await playKillRounds(server, { rounds: 3, perRound: 40 });
});

/** Looks at the file itself, as nobody but the disk can tell when a commit is done. */
async function waitUntilOnDisk({ dataDir }: ServerProcess, text: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'duet.db'), { readOnly: true });
  try {
    const find = database.prepare('SELECT count(*) AS count FROM messages WHERE text = ?');
    await expect.poll(() => find.get(text)?.count, { interval: 1 }).toBe(1);
  } finally {
    database.close();
  }
}

test('The server, losing its power between the commit and the answer, answers a repeat under the same key with the message that it had stored (SEND-2, STORE-5)', async () => {
  const server = await startServerProcess();
  onTestFinished(() => server.dispose());
  const proxy = await startFaultProxy(server.url);
  onTestFinished(() => proxy.close());
  const ada = await signUp(proxy.url, 'Ada');
  const ben = await signUp(proxy.url, 'Ben');
  const ids: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const text = `Stored in round ${round}`;
    const key = { 'idempotency-key': uuidv7() };
    const never = Promise.withResolvers<void>();
    proxy.faults.script({ method: 'POST' }, { kind: 'holdAnswer', until: never.promise });
    const unanswered = send(proxy.url, ada, ben, text, key);
    unanswered.catch(() => undefined);
    await waitUntilOnDisk(server, text);
    await server.kill();
    proxy.cut();
    await expect(unanswered).rejects.toThrow('fetch failed');
    await server.start();

    const message = await send(proxy.url, ada, ben, text, key);
    expect(message.text).toBe(text);
    ids.push(message._id);
    expect((await send(proxy.url, ada, ben, text, key))._id).toBe(message._id);
  }
  const { messages } = await readConversation(server.url, ben, ada);
  expect(messages.map(({ _id }) => _id)).toEqual(ids);
});
