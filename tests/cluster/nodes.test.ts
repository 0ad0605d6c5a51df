/** People on different nodes: what one does, the other hears as if there were one server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAccounts } from '../../server/accounts/accounts.ts';
import {
  call,
  checkSession,
  logIn as logInAt,
  type Member,
  readConversation,
  send,
  signUp,
} from '../server/support/calls.ts';
import { join, listen, refusal } from '../server/support/sockets.ts';
import { describeCluster, startCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { PUSH_PROGRAM, pushSettings, subscribe, untilPushed } from '../support/push-kills.ts';
import { startPushService } from '../support/push-service.ts';

const accountsFolder = await mkdtemp(joinPath(tmpdir(), 'duet-accounts-'));
afterAll(() => rm(accountsFolder, { recursive: true }));
const startThree = () => startCluster(3, { SOCKETS_PER_PERSON: '3', ACCOUNTS_DIR: accountsFolder });

describeCluster('Three nodes', startThree, (get) => {
  let first: string;
  let second: string;
  let third: string;
  beforeAll(() => {
    [first = '', second = '', third = ''] = get().nodes.map(({ url }) => url);
  });

  const connect = (url: string, member: Member) =>
    join(url, member, { transports: ['websocket'], wants: ['presence', 'ownDevices'] });

  /** Ada on the first node, Ben on the second, and each knows that the other is there. */
  async function meet() {
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(second, 'Ben');
    const adas = await connect(first, ada);
    const bens = await connect(second, ben);
    await adas.hear('presence', isTold(ben, true));
    return { ada, ben, adas, bens };
  }

  test('bring a message from one to the other and to the windows of both, once and in order', async () => {
    const { ada, ben, bens } = await meet();
    const adasOther = await connect(third, ada);
    const texts = Array.from({ length: 10 }, (_, index) => `number ${index}`);
    for (const text of texts) await send(first, ada, ben, text);
    await bens.hear('newMessage', ({ text }) => text === texts.at(-1));
    await adasOther.hear('messageSent', ({ text }) => text === texts.at(-1));
    expect(bens.heard('newMessage').map(({ text }) => text)).toEqual(texts);
    expect(adasOther.heard('messageSent').map(({ text }) => text)).toEqual(texts);
    expect(adasOther.heard('newMessage')).toEqual([]);
  });

  test('bring receipts back, and tell typing', async () => {
    const { ada, ben, adas, bens } = await meet();
    const { _id } = await send(first, ada, ben, 'hello');
    bens.socket.emit('delivered', { userId: ada.id, upTo: _id });
    expect(await adas.hear('delivered')).toMatchObject({ userId: ben.id, upTo: _id });
    await call(third, 'PUT', `/messages/mark/${_id}`, ben);
    expect(await adas.hear('seen')).toMatchObject({ userId: ben.id, upTo: _id });
    expect(await bens.hear('seenElsewhere')).toMatchObject({ userId: ada.id, upTo: _id });
    bens.socket.emit('typing', { userId: ada.id });
    expect(await adas.hear('typing')).toEqual({ userId: ben.id });
  });

  test('count somebody as online while a window is open on any of them', async () => {
    const { adas, ben, bens } = await meet();
    const bensOther = await connect(third, ben);
    bens.close();
    bensOther.close();
    await adas.hear('presence', isTold(ben, false));
    const told = adas
      .heard('presence')
      .flat()
      .filter(({ userId }) => userId === ben.id);
    expect(told.map(({ online }) => online)).toEqual([true, false]);
    expect(Date.parse(told.at(-1)?.lastSeenAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const late = await connect(second, await signUp(second, 'Cleo'));
    expect(late.heard('getOnlineUsers')[0]).not.toContain(ben.id);
  });

  /** The nodes hear of it one after the other. */
  const untilEnded = (url: string, session: Parameters<typeof checkSession>[1]) =>
    eventually(async () => expect(await checkSession(url, session)).toBe(401));

  test('end a session everywhere', async () => {
    const { ada } = await meet();
    const other = await connect(third, ada);
    await call(second, 'POST', '/auth/logout', ada);
    await other.ended;
    for (const url of [first, third]) await untilEnded(url, ada);
  });

  test('lock and delete an account everywhere', async () => {
    const { ada, bens } = await meet();
    const logIn = (url: string) => logInAt(url, ada);
    for (const { command, mark, refusal } of [
      { command: 'lock', mark: 'locked', refusal: 'This account is locked.' },
      { command: 'delete', mark: 'deleted', refusal: 'Wrong' },
    ] as const) {
      const [onFirst, onSecond] = [await logIn(first), await logIn(second)];
      const windows = [await connect(first, onFirst), await connect(second, onSecond)];
      const cut = windows.map(({ ended }) => ended);
      await operate(`${command} ${ada.email} --yes`);
      expect(await Promise.all(cut)).toEqual(['io server disconnect', 'io server disconnect']);
      await bens.hear('profileChanged', (user) => user._id === ada.id && user[mark] === true);
      for (const url of [first, second, third]) {
        for (const one of [onFirst, onSecond]) await untilEnded(url, one);
        await expect(logIn(url)).rejects.toThrow(refusal);
      }
      if (command === 'lock') await operate(`unlock ${ada.email}`);
    }
  });

  const operate = (words: string) =>
    runAccounts(
      words.split(' '),
      { DATA_DIR: '', DATABASE_URL: 'unused', ACCOUNTS_DIR: accountsFolder },
      { print: () => undefined, confirm: async () => undefined },
    );

  test('tell of a changed profile, and let a block hold on every one', async () => {
    const { ada, ben, adas, bens } = await meet();
    const bensOther = await connect(third, ben);
    const profile = { fullName: 'Ada King', bio: 'Countess' };
    await call(third, 'PUT', '/auth/update-profile', { ...ada, body: profile });
    expect(await bens.hear('profileChanged')).toMatchObject({ _id: ada.id, ...profile });

    await call(first, 'PUT', `/messages/block/${ada.id}`, ben);
    await bens.hear('presence', isTold(ada, false));
    await bensOther.hear('presence', isTold(ada, false));
    await send(second, ada, ben, 'not for him');
    adas.socket.emit('typing', { userId: ben.id });
    await send(third, await signUp(third, 'Cleo'), ben, 'for him');
    await Promise.all([bens.hear('newMessage'), bensOther.hear('newMessage')]);
    for (const each of [bens, bensOther]) {
      expect(each.heard('newMessage').map(({ text }) => text)).toEqual(['for him']);
      expect(each.heard('typing')).toEqual([]);
    }
  });

  test('count one person’s windows together', async () => {
    const ada = await signUp(first, 'Ada');
    const ben = await signUp(first, 'Ben');
    const watcher = await connect(first, ben);
    await connect(first, ada);
    await watcher.hear('presence', isTold(ada, true));
    await connect(second, ada);
    const last = await connect(second, ada);
    async function tryOneMore(): Promise<string> {
      const one = listen(third, ada, { transports: ['websocket'] });
      return refusal(one).catch((error: Error) => {
        one.close();
        return error.message;
      });
    }
    // Nodes hear of one another's windows a moment later.
    await expect.poll(tryOneMore).toContain('Too many windows');
    last.close();
    await expect.poll(tryOneMore).toBe('The socket was let in.');
  });

  test('refuse polling in words, since its requests would come to different nodes', async () => {
    const answer = await fetch(`${first}/socket.io/?EIO=4&transport=polling&userId=x`);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining("connect with transports: ['websocket']"),
    });
  });
});

const service = await startPushService();
afterAll(service.close);
const startTwo = () =>
  startCluster(
    2,
    { ...pushSettings(service), RATE_LIMITS: 'on', SENDS_PER_MINUTE: '6' },
    PUSH_PROGRAM,
  );

describeCluster('Two nodes', startTwo, (get) => {
  const urlOf = (turn: number) => get().node(turn).url;
  const connect = (turn: number, member: Member) =>
    join(urlOf(turn), member, { transports: ['websocket'], wants: ['presence'] });

  test('push each message once', async () => {
    const ada = { ...(await signUp(urlOf(0), 'Ada')), fullName: 'Ada', bio: '' };
    const browser = await subscribe(get().node(1), service, ada);
    const ids = [];
    for (let turn = 0; turn < 5; turn += 1) {
      // A push tells of the newest message of its sender.
      const sender = await signUp(urlOf(turn), 'Ben');
      ids.push((await send(urlOf(turn), sender, ada, 'Here'))._id);
    }
    for (const id of ids) await untilPushed(browser, id);
    expect(browser.pushes.map(({ messageId }) => messageId).toSorted()).toEqual(ids.toSorted());
  });

  test('count messages of one person together', async () => {
    const [ada, ben] = [await signUp(urlOf(0), 'Ada'), await signUp(urlOf(1), 'Ben')];
    const asked = { ...ada, body: { text: 'x' } };
    const statuses = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const { status } = await call(urlOf(turn), 'POST', `/messages/send/${ben.id}`, asked);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429]);
  });

  test('store sends while Redis is away, which are heard on the same node, and have others catch up after', async () => {
    const { redis } = get();
    const [first, second] = [urlOf(0), urlOf(1)];
    const untilHealth = (url: string, status: string) =>
      expect.poll(async () => (await fetch(`${url}/healthz`)).json()).toMatchObject({ status });
    const [ada, ben] = [await signUp(first, 'Ada'), await signUp(second, 'Ben')];
    const cleo = await signUp(first, 'Cleo');
    const [bens, cleos] = [await connect(1, ben), await connect(0, cleo)];

    await redis.stop();
    await untilHealth(first, 'degraded');
    await send(first, ada, cleo, 'near');
    await cleos.hear('newMessage', ({ text }) => text === 'near');
    const missed = await send(first, ada, ben, 'far');
    // Somebody who comes now is heard from when Redis is back.
    await connect(1, await signUp(second, 'Dora'));
    expect((await fetch(`${first}/readyz`)).status).toBe(200);
    expect(bens.heard('newMessage')).toEqual([]);

    await redis.start();
    const { withinMs } = await bens.hear('catchUp');
    expect(withinMs).toBeGreaterThan(0);
    await cleos.hear('catchUp');
    const { messages } = await readConversation(second, ben, ada);
    expect(messages.map(({ _id }) => _id)).toEqual([missed._id]);
    for (const url of [first, second]) await untilHealth(url, 'ok');
    await send(first, ada, ben, 'again');
    await bens.hear('newMessage', ({ text }) => text === 'again');
  });
});

function isTold({ id }: Member, online: boolean) {
  return (changes: Array<{ userId: string; online: boolean }>) =>
    changes.some((change) => change.userId === id && change.online === online);
}
