import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place } from './place.ts';

interface Step {
  kind: 'send' | 'seeOne' | 'seeTo' | 'seeAll' | 'deliver' | 'block';
  /** Places in the list of people. */
  pair: [reader: number, peer: number];
  /** Chooses one of the messages that there are by then. */
  choice: number;
}

/** Mostly one person's messages to one other, so that one of them is marked between others that are not. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constant('send' as const) },
      { weight: 4, arbitrary: fc.constantFrom('seeOne', 'deliver') },
      { weight: 1, arbitrary: fc.constantFrom('seeTo', 'seeAll', 'block') },
    ),
    pair: fc.oneof(
      { weight: 6, arbitrary: fc.constant<Step['pair']>([0, 1]) },
      { weight: 1, arbitrary: fc.constantFrom<Step['pair'][]>([1, 0], [0, 2], [2, 0], [1, 2]) },
    ),
    choice: fc.nat(5),
  }),
  { maxLength: 40, size: 'max' },
);

/** What a store counts and the bounds it keeps must agree with the messages, by whatever way they change. */
export function describeUnseen(getPlace: () => Place): void {
  let store: Store;
  beforeEach(async () => {
    ({ store } = await openAt(getPlace()));
    return () => store.close();
  });

  /** What the peer wrote, as the reader has it. */
  async function readFrom(peer: StoredUser, reader: StoredUser): Promise<StoredMessage[]> {
    const { messages } = await store.readPage(reader._id, peer._id, {
      kind: 'after',
      limit: 1_000_000,
    });
    return messages.filter(({ senderId }) => senderId === peer._id);
  }

  async function carryOut({ kind, choice }: Step, reader: StoredUser, peer: StoredUser) {
    if (kind === 'block') {
      const isBlocked = choice % 2 === 0;
      return store.setBlocked({ blockerId: reader._id, blockedId: peer._id, isBlocked });
    }
    if (kind === 'send') {
      return store.appendMessage({ senderId: peer._id, receiverId: reader._id, text: 'Hello' });
    }
    const before = await readFrom(peer, reader);
    const chosen = before[choice % before.length];
    if (!chosen) return;
    switch (kind) {
      case 'seeOne':
        await store.markSeen(reader._id, chosen._id);
        return expectMarked('seen', [chosen]);
      case 'deliver':
        return expectRange('delivered', before, chosen._id, (upTo) =>
          store.markDelivered(reader._id, peer._id, upTo),
        );
      case 'seeTo':
        return expectRange('seen', before, chosen._id, (upTo) =>
          store.markConversationSeen(reader._id, peer._id, upTo),
        );
      case 'seeAll':
        return expectRange('seen', before, before.at(-1)?._id ?? '', () =>
          store.markConversationSeen(reader._id, peer._id),
        );
    }

    /** Marks and tells those up to one that were not marked before. */
    async function expectRange(
      mark: 'seen' | 'delivered',
      messages: StoredMessage[],
      upTo: string,
      change: (upTo: string) => Promise<unknown>,
    ) {
      const news = messages.filter((message) => message._id <= upTo && !message[mark]);
      const [first, last] = [news.at(0), news.at(-1)];
      expect(await change(upTo)).toEqual(
        first && last ? { from: first._id, upTo: last._id } : undefined,
      );
      await expectMarked(mark, news);
    }

    /** These are marked now, and the others are what they were. */
    async function expectMarked(mark: 'seen' | 'delivered', marked: StoredMessage[]) {
      const ids = new Set(marked.map(({ _id }) => _id));
      const seen = mark === 'seen' ? { seen: true, delivered: true } : { delivered: true };
      expect(await readFrom(peer, reader)).toEqual(
        before.map((message) => (ids.has(message._id) ? { ...message, ...seen } : message)),
      );
    }
  }

  async function expectCounts(people: StoredUser[]) {
    for (const reader of people) {
      const { unseen } = await store.listUsers(reader._id);
      for (const peer of people.filter((each) => each !== reader)) {
        const left = (await readFrom(peer, reader)).filter(({ seen }) => !seen);
        expect(unseen[peer._id] ?? 0).toBe(left.length);
      }
    }
  }

  test('are counted and marked as the messages say, whatever happened before', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        round += 1;
        const people = [
          await addPerson(store, `Ada ${round}`),
          await addPerson(store, `Ben ${round}`),
          await addPerson(store, `Cleo ${round}`),
        ];
        for (const step of taken) {
          const [reader, peer] = step.pair.map((place) => people[place]);
          if (reader && peer) await carryOut(step, reader, peer);
        }
        await expectCounts(people);
      }),
      { numRuns: 30 },
    );
  });
}
