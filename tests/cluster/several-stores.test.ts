/** Several nodes on one PostgreSQL: what holds between them, as the store of each shows it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../server/domain/ports/store.ts';
import type { StoredUser } from '../../server/domain/ports/users.ts';
import { makePushKeys } from '../../server/push/web-push.ts';
import { addPerson, append, removePerson, START, textsOf } from '../server/store-contract/place.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';

describeOnPostgres('several nodes on one PostgreSQL', (server) => {
  let url: string;
  const opened: Store[] = [];
  beforeEach(async () => {
    url = await server.createDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  const open = async (clock = () => START) => {
    const { store } = await openNode(url, clock);
    opened.push(store);
    return store;
  };

  test('may start at once on an empty database', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => open()));

    const people = await Promise.all(
      stores.map((store, index) => addPerson(store, `Person ${index}`)),
    );
    for (const [index, store] of stores.entries()) {
      const { users } = await store.listUsers(people[index]?._id ?? '');
      expect(users).toHaveLength(7);
    }
  });

  test('never show an earlier message of a conversation after a later one', async () => {
    const [one, two, reader] = await Promise.all([open(), open(), open()]);
    const people = await Promise.all(
      ['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => addPerson(one, name)),
    );
    const pairs = people.flatMap((from) =>
      people.filter((to) => to !== from).map((to) => [from, to] as const),
    );
    let isWriting = true;

    const write = async (store: Store, lane: number) => {
      const own = [];
      for (let number = 0; number < 20; number += 1) {
        const [from, to] = pairs[(lane * 7 + number * 5) % pairs.length] ?? [];
        if (!from || !to) throw new Error('There are no pairs.');
        const text = `${lane} ${number}`;
        own.push(await append(store, { senderId: from._id, receiverId: to._id, text }));
      }
      return own;
    };
    const watch = async (reader: Store, a: StoredUser, b: StoredUser) => {
      let shown: string[] = [];
      for (let isLast = false; !isLast; ) {
        isLast = !isWriting;
        const { messages } = await reader.readPage(a._id, b._id, {
          kind: 'after',
          limit: 1_000_000,
        });
        const ids = messages.map(({ _id }) => _id);
        expect(ids.slice(0, shown.length)).toEqual(shown);
        shown = ids;
      }
      return shown;
    };
    const watching = Promise.all(
      pairs.filter(([a, b]) => a._id < b._id).map(([a, b]) => watch(reader, a, b)),
    );
    const lanes = Array.from({ length: 16 }, (_, lane) => write(lane % 2 ? one : two, lane));
    const written = (await Promise.all(lanes)).flat();
    isWriting = false;

    const shown = (await watching).flat();
    expect(shown.toSorted()).toEqual(written.map(({ _id }) => _id).sort());
    for (const [a, b] of pairs) {
      const { messages } = await reader.readPage(a._id, b._id, { kind: 'after', limit: 1_000_000 });
      const ids = messages.map(({ _id }) => _id);
      expect(ids).toEqual(ids.toSorted());
      const times = messages.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted((x, y) => x - y));
    }
  });

  test('keep that order in a conversation that several of them begin at once', async () => {
    const stores = await Promise.all([open(), open(), open()]);
    const [reader] = stores;
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => addPerson(reader, `Person ${index}`)),
    );
    const pairs = people.flatMap((a, index) => people.slice(index + 1).map((b) => [a, b] as const));
    const readIds = async ([a, b]: (typeof pairs)[number]) => {
      const { messages } = await reader.readPage(a._id, b._id, { kind: 'after', limit: 100 });
      return messages.map(({ _id }) => _id);
    };

    for (const pair of pairs) {
      const [a, b] = pair;
      const seen = await Promise.all(
        stores.flatMap((store) =>
          ['one', 'two'].map(async (text) => {
            await append(store, { senderId: a._id, receiverId: b._id, text });
            return readIds(pair);
          }),
        ),
      );
      const all = await readIds(pair);
      expect(all).toHaveLength(seen.length);
      for (const ids of seen) expect(all.slice(0, ids.length)).toEqual(ids);
    }
  });

  test('store a message once that is sent to two of them at the same moment', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    const [ada, ben, cleo] = await Promise.all(
      ['Ada', 'Ben', 'Cleo'].map((name) => addPerson(one, name)),
    );
    if (!ada || !ben || !cleo) throw new Error('Nobody is there.');
    for (let round = 0; round < 10; round += 1) {
      const key = `key ${round}`;
      const message = { senderId: ada._id, receiverId: ben._id, text: key };
      const toBen = { ...message, idempotency: { key, bodyHash: 'to Ben' } };
      const toCleo = {
        ...message,
        receiverId: cleo._id,
        idempotency: { key, bodyHash: 'to Cleo' },
      };
      const results = await Promise.all([
        one.appendMessage(toBen),
        two.appendMessage(toBen),
        two.appendMessage(toCleo),
      ]);
      expect(results.filter(({ kind }) => kind === 'stored')).toHaveLength(1);
    }
    const stored = [
      ...(await two.readPage(ada._id, ben._id, { kind: 'after', limit: 1_000_000 })).messages,
      ...(await two.readPage(ada._id, cleo._id, { kind: 'after', limit: 1_000_000 })).messages,
    ];
    expect(new Set(textsOf(stored)).size).toBe(10);
    expect(stored).toHaveLength(10);
  });

  test('leave no session open to somebody who leaves on another', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    for (let round = 0; round < 5; round += 1) {
      const ada = await addPerson(one, 'Ada');
      const sessions = Array.from({ length: 5 }, (_, index) => ({
        tokenHash: `${round}${index}`.padEnd(64, 'a'),
        userId: ada._id,
        expiresAt: START + 1000,
        endsAt: START + 9000,
        client: '',
      }));
      await Promise.allSettled([
        ...sessions.map((session) => one.createSession(session)),
        removePerson(two, ada),
      ]);
      for (const { tokenHash } of sessions) {
        expect(await one.findSession(tokenHash)).toBeUndefined();
      }
    }
  });

  test('let one of them push, and the next one when its lease has run out', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    await one.keepPushKeys(makePushKeys());
    const take = (store: Store, ms: number) =>
      store.takePushLease(store === one ? 'one' : 'two', ms);
    expect([await take(one, 60_000), await take(two, 60_000)]).toEqual([true, false]);
    expect([await take(one, 0), await take(two, 60_000)]).toEqual([true, true]);
  });

  test('count an attempt on any of them towards one limit', async () => {
    const stores = await Promise.all([open(), open()]);
    const counted = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        stores[index % 2]?.countAttempt({ key: 'a', windowMs: 1000 }),
      ),
    );
    expect(Math.max(...counted.map((each) => each?.count ?? 0))).toBe(40);
  });
});
