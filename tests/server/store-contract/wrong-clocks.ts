import { expect, test } from 'vitest';
import { START, talk, textsOf, UNKNOWN_ID } from './place.ts';
import { ada, ben, reopen, store, time } from './world.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** How wrong a clock may be, in ms; it is right again afterwards. */
const WRONG_CLOCKS: ReadonlyArray<readonly [what: string, byMs: number]> = [
  ['was ahead until after 2106', 100 * 365 * DAY_MS],
  ['stood still while the machine slept', -DAY_MS],
];

export function describeWrongClocks(): void {
  test.each(WRONG_CLOCKS)(
    'a clock that %s keeps the order, and doubles nothing',
    async (_, byMs) => {
      const sendWithKey = () =>
        store.appendMessage({
          senderId: ben._id,
          receiverId: ada._id,
          text: 'once',
          idempotency: { key: 'key', bodyHash: 'hash' },
        });
      const say = async (text: string) => (await talk(store, ada, ben, [text]))[0];
      const before = await say('before');
      time.now += byMs;
      const wrong = await say('meanwhile');
      await store.setLastSeen(ada._id, time.now);
      expect((await sendWithKey()).kind).toBe('stored');
      await store.deleteExpired(time.now + 1000 * DAY_MS);
      await reopen(time.now - byMs + 60_000);
      expect((await sendWithKey()).kind).toBe('repeated');
      const [after, later] = [await say('after'), await say('later')];
      time.now += HOUR_MS;
      const last = await say('last');

      const sent = [before, wrong, after, later, last];
      const ids = sent.map((message) => message?._id ?? '');
      for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
      expect(ids.toSorted()).toEqual(ids);
      const times = [START, START + byMs, START + 60_000, START + 60_000, time.now];
      expect(sent.map((message) => message?.createdAt)).toEqual(times);

      const { messages } = await store.readPage(ben._id, ada._id, { kind: 'before', limit: 10 });
      expect(messages.filter(({ senderId }) => senderId === ada._id)).toEqual(sent);
      const page = { kind: 'after', after: ids[2] ?? '', limit: 10 } as const;
      const rest = await store.readPage(ben._id, ada._id, page);
      expect(textsOf(rest.messages)).toEqual(['later', 'last']);
      const { users } = await store.listUsers(ben._id);
      expect(users).toMatchObject([{ lastMessage: { _id: ids[4], createdAt: time.now } }]);
      expect(await store.markSeen(ben._id, ids[2] ?? '')).toMatchObject({ range: {} });

      const find = async (since: number) => (await store.findFirst(ben._id, ada._id, since))?.text;
      expect(await find(START + 59_000)).toBe('after');
      expect(await find(START + HOUR_MS)).toBe('last');
      expect(await find(START + 200 * 365 * DAY_MS)).toBeUndefined();

      // Nobody was last seen in the future.
      await store.setLastSeen(ada._id, time.now + 2);
      await store.setLastSeen(ada._id, time.now + 1);
      await store.setLastSeen(UNKNOWN_ID, time.now);
      expect((await store.findUser(ada._id))?.lastSeenAt).toBe(time.now + 2);
    },
  );

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
