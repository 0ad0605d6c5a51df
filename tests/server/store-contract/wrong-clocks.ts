import { beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place, START, talk, textsOf } from './place.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How wrong a clock may be, in ms; it is right again afterwards. */
const WRONG_CLOCKS: ReadonlyArray<readonly [what: string, byMs: number]> = [
  ['was ahead by a minute', 60_000],
  ['was ahead by a month', 30 * DAY_MS],
  ['was ahead by three years', 3 * 365 * DAY_MS],
  ['was ahead until after 2106', 100 * 365 * DAY_MS],
  ['was set back by an hour', -HOUR_MS],
  ['stood still while the machine slept', -DAY_MS],
];

export function describeWrongClocks(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  let ben: StoredUser;
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    return () => store.close();
  });

  /** With a clock that begins anew, as that of another process does. */
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
      expect(sent.map((message) => message?.createdAt)).toEqual([
        START,
        START + byMs,
        START + 60_000,
        START + 60_000,
        time.now,
      ]);

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

    test('lets nobody send a message twice under one key, ever', async () => {
      await send('before');
      time.now += byMs;
      await send('meanwhile');
      await store.deleteExpired(time.now + 365 * DAY_MS);
      await reopen(time.now - byMs);
      for (const key of ['before', 'meanwhile']) expect((await send(key)).kind).toBe('repeated');
    });
  });

  test('the key of an edit is kept for 48 hours', async () => {
    const [message] = await talk(store, ada, ben, ['old']);
    const edit = (text: string, version: number) =>
      store.changeMessage({
        personId: ada._id,
        messageId: message?._id ?? '',
        change: { kind: 'edit', text, version },
        idempotency: { key: 'key', bodyHash: text },
      });
    expect((await edit('new', 0)).kind).toBe('changed');
    await store.deleteExpired(time.now + 47 * HOUR_MS);
    expect((await edit('newer', 0)).kind).toBe('keyReused');
    await store.deleteExpired(time.now + 49 * HOUR_MS);
    expect((await edit('newer', 0)).kind).toBe('refused');
  });

  test('a window of attempts, or a day of pictures, that began far ahead begins anew', async () => {
    const attempt = { key: 'a', windowMs: HOUR_MS };
    const day = { userId: ada._id, bytes: 5, dayMs: DAY_MS };
    time.now += 30 * DAY_MS;
    await store.countAttempt(attempt);
    await store.addPictureBytes(day);
    time.now -= 30 * DAY_MS;
    expect(await store.countAttempt(attempt)).toEqual({ count: 1, leftMs: HOUR_MS });
    expect(await store.addPictureBytes(day)).toEqual({ bytes: 5, leftMs: DAY_MS });
    time.now -= 60_000;
    expect(await store.countAttempt(attempt)).toEqual({ count: 2, leftMs: HOUR_MS + 60_000 });
  });
}
