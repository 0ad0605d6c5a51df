import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place, START, talk, textsOf } from './place.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How wrong a clock may be, in ms; it is right again afterwards. */
export const WRONG_CLOCKS: ReadonlyArray<readonly [what: string, byMs: number]> = [
  ['was ahead by a minute', 60_000],
  ['was ahead by a month', 30 * DAY_MS],
  ['was ahead by three years', 3 * 365 * DAY_MS],
  ['was ahead until after 2106', 100 * 365 * DAY_MS],
  ['was set back by an hour', -HOUR_MS],
  ['stood still while the machine slept', -DAY_MS],
];

export function describeWrongClocks(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number; passed: number };
  let ada: StoredUser;
  let ben: StoredUser;
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    return () => store.close();
  });

  /** With clocks that begin anew, as those of another process do. */
  async function reopen(now: number): Promise<void> {
    await store.close();
    ({ store, time } = await openAt(getPlace(), now));
  }

  const send = (key: string) =>
    store.appendMessage({
      senderId: ada._id,
      receiverId: ben._id,
      text: key,
      idempotency: { key, bodyHash: key },
    });

  test('the time that servers ran is measured, kept, and moved by no clock', async () => {
    const start = store.operatingTime();
    time.now += 30 * DAY_MS;
    expect(store.operatingTime()).toBe(start);
    time.passed += 5_000;
    expect(store.operatingTime()).toBe(start + 5_000);
    await reopen(START - DAY_MS);
    expect(store.operatingTime()).toBe(start + 5_000);
    time.passed += 1_000;
    expect(store.operatingTime()).toBe(start + 6_000);
  });

  describe.each(WRONG_CLOCKS)('a clock that %s', (_what, byMs) => {
    test('keeps the order, and gives right times as soon as it is right again', async () => {
      const say = async (text: string) => (await talk(store, ada, ben, [text]))[0];
      const before = await say('before');
      time.now += byMs;
      const wrong = await say('meanwhile');
      await reopen(time.now - byMs + 60_000);
      const [after, later] = [await say('after'), await say('later')];
      time.now += HOUR_MS;
      const last = await say('last');

      const sent = [before, wrong, after, later, last];
      const texts = sent.map((message) => message?.text);
      const ids = sent.map((message) => message?._id ?? '');
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
      expect(ids.toSorted()).toEqual(ids);
      expect(after?.createdAt).toBe(START + 60_000);
      expect(last?.createdAt).toBe(time.now);
      const places = sent.map((message) => message?.sortsAt ?? message?.createdAt ?? 0);
      expect(places.toSorted((a, b) => a - b)).toEqual(places);

      const read = await store.readPage(ben._id, ada._id, { kind: 'before', limit: 10 });
      expect(read.messages).toEqual(sent);
      const page = await store.readPage(ben._id, ada._id, {
        kind: 'after',
        after: ids[1] ?? '',
        limit: 10,
      });
      expect(textsOf(page.messages)).toEqual(texts.slice(2));
      const { users } = await store.listUsers(ben._id);
      expect(users.find(({ _id }) => _id === ada._id)?.lastMessage).toEqual({
        _id: ids[4],
        senderId: ada._id,
        text: 'last',
        createdAt: time.now,
        ...(last?.sortsAt !== undefined && { sortsAt: last.sortsAt }),
      });
      expect(await store.markSeen(ben._id, ids[2] ?? '')).toMatchObject({ range: {} });

      const find = async (since: number) => (await store.findFirst(ben._id, ada._id, since))?.text;
      expect(await find(START + 59_000)).toBe(byMs === 60_000 ? 'meanwhile' : 'after');
      expect(await find(START + HOUR_MS)).toBe('last');
      expect(await find(START + 200 * 365 * DAY_MS)).toBeUndefined();
    });

    test('leaves nobody as last seen in the future', async () => {
      await store.setLastSeen(ada._id, START + byMs);
      await store.setLastSeen(ada._id, START + 90_000);
      await store.setLastSeen(ada._id, START + 80_000);
      expect((await store.findUser(ada._id))?.lastSeenAt).toBe(START + 90_000);
    });

    test('forgets no key before 48 hours have passed', async () => {
      await send('before');
      time.now += byMs;
      await send('meanwhile');
      await reopen(time.now);
      time.passed += 48 * HOUR_MS;
      await send('other');
      expect((await send('before')).kind).toBe('repeated');
      await reopen(time.now - byMs);
      for (const key of ['before', 'meanwhile', 'other']) {
        expect((await send(key)).kind).toBe('repeated');
      }
    });

    test('ends no session and no window of attempts before its time', async () => {
      const attempt = { key: 'a', windowMs: HOUR_MS };
      const tokenHash = 'a'.repeat(64);
      const expiresAt = store.operatingTime() + 30 * DAY_MS;
      await store.createSession({
        tokenHash,
        userId: ada._id,
        expiresAt,
        endsAt: expiresAt + 9000,
        client: '',
      });
      await store.countAttempt(attempt);
      for (const now of [time.now + byMs, time.now]) {
        await reopen(now);
        time.passed += HOUR_MS / 2 - 1;
        await store.deleteExpired(store.operatingTime());
        expect(await store.findSession(tokenHash)).toBeDefined();
      }
      expect(await store.countAttempt(attempt)).toEqual({ count: 2, leftMs: 2 });
      time.passed += 30 * DAY_MS;
      await store.deleteExpired(store.operatingTime());
      expect(await store.findSession(tokenHash)).toBeUndefined();
    });
  });

  test('a key is let go when two days have passed, and some hours', async () => {
    await send('old');
    time.passed += 50 * HOUR_MS;
    await reopen(START);
    await expect.poll(async () => (await send('old')).kind).toBe('stored');
    expect((await send('old')).kind).toBe('repeated');
  });
}
