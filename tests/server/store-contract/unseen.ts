import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MarkedRange, StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson } from './place.ts';
import { store } from './world.ts';

interface Step {
  kind: 'send' | 'seeOne' | 'seeTo' | 'seeAll' | 'deliver' | 'block';
  /** Places in the list of people. */
  pair: [reader: number, peer: number];
  /** Chooses one of the messages that there are by then. */
  choice: number;
}

/** Mostly one person's messages to one other, so that some are marked and others are not. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constant('send' as const) },
      { weight: 4, arbitrary: fc.constantFrom('seeOne', 'deliver') },
      { weight: 2, arbitrary: fc.constantFrom('seeTo', 'seeAll', 'block', 'block') },
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
export function describeUnseen(): void {
  /** What the peer wrote, as the reader has it, or the peer, who wrote it to `other`. */
  async function readFrom(
    peer: StoredUser,
    reader: StoredUser,
    other = peer,
  ): Promise<StoredMessage[]> {
    const { messages } = await store.readPage(reader._id, other._id, {
      kind: 'after',
      limit: 1_000_000,
    });
    return messages.filter(({ senderId }) => senderId === peer._id);
  }

  /** Whom each of them has blocked. */
  let blocked: Set<string>;

  async function carryOut({ kind, choice }: Step, reader: StoredUser, peer: StoredUser) {
    const pair = `${reader._id} ${peer._id}`;
    if (kind === 'block') {
      const isBlocked = choice % 2 === 0;
      if (isBlocked) blocked.add(pair);
      else blocked.delete(pair);
      return store.setBlocked({ blockerId: reader._id, blockedId: peer._id, isBlocked });
    }
    if (kind === 'send') {
      return store.appendMessage({ senderId: peer._id, receiverId: reader._id, text: 'Hello' });
    }
    const before = await readFrom(peer, reader);
    const sentBefore = await readFrom(peer, peer, reader);
    const chosen = kind === 'seeAll' ? before.at(-1) : before[choice % before.length];
    if (!chosen) return;
    const range = await mark();

    const visible = new Set(before.map(({ _id }) => _id));
    const isMarked = ({ _id }: StoredMessage) => visible.has(_id) && _id <= chosen._id;
    const after = before.map((each) => (isMarked(each) ? marked(each) : each));
    expect(await readFrom(peer, reader)).toEqual(after);

    const sentAfter = await readFrom(peer, peer, reader);
    const isTold = ({ _id }: StoredMessage) =>
      range?.receipt !== undefined && range.receipt.from <= _id && _id <= range.upTo;
    // What the sender is told in the moment is what the sender reads later.
    expect(sentBefore.map((each) => (isTold(each) ? marked(each) : each))).toEqual(sentAfter);
    const isNews = listChanged(before, after).length > 0;
    expect(range !== undefined).toBe(isNews);
    // Nothing is told during a block, nor of what the reader had reached before. Otherwise all that the reader has seen.
    const isOpen = isNews && !blocked.has(pair);
    expect(sentAfter.filter(isMarked)).toEqual(
      sentBefore.filter(isMarked).map((each) => (isOpen ? marked(each) : each)),
    );
    for (const [news, from] of [
      [listChanged(before, after), range?.from],
      [listChanged(sentBefore, sentAfter), range?.receipt?.from],
    ] as const) {
      for (const id of news)
        expect([from, id, range?.upTo]).toEqual([from, id, range?.upTo].sort());
    }

    async function mark(): Promise<MarkedRange | undefined> {
      const [readerId, peerId, { _id }] = [reader._id, peer._id, chosen ?? { _id: '' }];
      if (kind === 'deliver') return store.markDelivered(readerId, peerId, _id);
      if (kind === 'seeTo') return store.markConversationSeen(readerId, peerId, _id);
      if (kind === 'seeAll') return store.markConversationSeen(readerId, peerId);
      return (await store.markSeen(readerId, _id))?.range;
    }

    function marked(message: StoredMessage): StoredMessage {
      return { ...message, delivered: true, ...(kind !== 'deliver' && { seen: true }) };
    }
  }

  const listChanged = (before: StoredMessage[], after: StoredMessage[]) =>
    before
      .filter(({ seen, delivered }, index) => {
        const now = after[index];
        return now?.seen !== seen || now.delivered !== delivered;
      })
      .map(({ _id }) => _id);

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
        blocked = new Set();
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
      { numRuns: 20 },
    );
  });
}
