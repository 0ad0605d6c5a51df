/** Facts about messages and people, as pure changes of what the cache holds. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { History, MessageList } from '../../src/conversation/entities.ts';
import { joinImages } from '../../src/conversation/media.ts';
import {
  addMessage,
  addOlder,
  applyReceiptToPages,
  type Conversation,
  cutIntoPages,
  joinConversation,
  markConversationSeen,
  mergeAnswer,
  renewHistory,
  trimHistory,
} from '../../src/conversation/patches/conversation.ts';
import {
  appendMessage,
  applyReceipt,
  markSeen,
  toMessageList,
} from '../../src/conversation/patches/message-list.ts';
import { comparePositions } from '../../src/conversation/patches/message-order.ts';
import {
  findUser,
  placeRenamed,
  putUser,
  renewUsers,
  replaceOnline,
  replaceUsers,
  setMember,
} from '../../src/people/patches.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import { NAMES_IN_ORDER } from '../support/names.ts';
import { idOf, ME, makeMessage, makeMessages, numbersOf, PEER } from './support/messages.ts';

const makeConversation = (history: MessageList, tail: MessageList = []): Conversation => ({
  history: { pages: cutIntoPages(history), hasOlder: false },
  tail,
});

/** Of a server that gives no numbers. */
function makeListed(number: number, time = number): Message {
  const { change: _, ...message } = makeMessage(number);
  return { ...message, createdAt: makeMessage(time).createdAt };
}

const flatten = ({ history, tail }: Conversation): MessageList => [
  ...history.pages.flat(),
  ...tail,
];

const range = (from: number, upTo: number) => ({ from: idOf(from), upTo: idOf(upTo) });

describe('A list of messages', () => {
  test('takes a new message at its end', () => {
    expect(numbersOf(appendMessage(makeMessages(1, 2), makeMessage(3)))).toEqual([1, 2, 3]);
  });

  test('takes a late one where it belongs', () => {
    const list = [makeMessage(1), makeMessage(3)];
    expect(numbersOf(appendMessage(list, makeMessage(2)))).toEqual([1, 2, 3]);
  });

  test('is the same list after a repeat', () => {
    const list = makeMessages(1, 3);
    expect(appendMessage(list, makeMessage(2))).toBe(list);
  });

  test('learns from a repeat that a message was seen, and never unlearns it', () => {
    const seen = appendMessage(makeMessages(1, 2), makeMessage(1, { seen: true }));
    expect(seen[0]?.seen).toBe(true);
    expect(appendMessage(seen, makeMessage(1, { seen: false }))).toBe(seen);
  });

  test('knows a repeat by its id alone, should a backend tell its time differently', () => {
    const list = makeMessages(1, 2);
    const repeat = makeMessage(1, { createdAt: makeMessage(9).createdAt });
    expect(appendMessage(list, repeat)).toBe(list);
  });

  test('keeps messages without numbers as the server answered them', () => {
    const [first, a, b] = [makeListed(1), makeListed(9), makeListed(8)];
    expect(numbersOf(toMessageList([a, b, first]))).toEqual([9, 8, 1]);
    const known = makeConversation([first], [b]);
    expect(numbersOf(mergeAnswer(known, [first, a, b]).tail)).toEqual([9, 8]);
    const byId = makeConversation([first], [b, a]);
    expect(numbersOf(mergeAnswer(byId, [first, a, b]).tail)).toEqual([9, 8]);
  });

  test('puts an answer right that repeats itself or is in no order', () => {
    const list = toMessageList([makeMessage(3), makeMessage(1), makeMessage(3, { seen: true })]);
    expect(numbersOf(list)).toEqual([1, 3]);
    expect(list.map(({ seen }) => seen)).toEqual([false, true]);
    const repeated = toMessageList([
      makeMessage(1, { seen: true }),
      makeMessage(1),
      makeMessage(2),
    ]);
    expect(numbersOf(repeated)).toEqual([1, 2]);
    expect(repeated.map(({ seen }) => seen)).toEqual([true, false]);
  });

  test('marks what a receipt names and nothing else', () => {
    const list = [...makeMessages(1, 3, { senderId: ME }), makeMessage(4)];
    const receipt = { senderId: ME, state: 'seen' as const, ...range(2, 9) };
    expect(applyReceipt(list, receipt).map(({ seen }) => seen)).toEqual([false, true, true, false]);
  });

  test('stays the same list under a receipt that tells nothing new', () => {
    const list = makeMessages(1, 3, { senderId: ME, seen: true });
    const receipt = { senderId: ME, state: 'seen' as const, ...range(1, 3) };
    expect(applyReceipt(list, receipt)).toBe(list);
    expect(markSeen(list, new Set([idOf(1)]))).toBe(list);
  });
});

test('Messages keep the order of their ids, whatever the clock of the server was', () => {
  const [first, second, third] = [3, 1, 2].map((time, index) =>
    makeMessage(index + 1, { createdAt: makeMessage(time).createdAt }),
  );
  if (!first || !second || !third) throw new Error('There are three.');
  expect(numbersOf(toMessageList([second, first, third]))).toEqual([1, 2, 3]);
  expect(numbersOf(appendMessage([first, third], second))).toEqual([1, 2, 3]);
  const conversation = makeConversation([first], [third]);
  expect(numbersOf(flatten(addMessage(conversation, second)))).toEqual([1, 2, 3]);
});

test('Messages of a plain server keep the order of its answer, and one that comes late stands by its time', () => {
  expect(numbersOf(toMessageList([makeListed(3, 2), makeListed(1, 1)]))).toEqual([3, 1]);
  // The order of these ids says nothing.
  const conversation = makeConversation([], [makeListed(9, 1), makeListed(2, 3)]);
  expect(numbersOf(addMessage(conversation, makeListed(5, 2)).tail)).toEqual([9, 5, 2]);
  expect(numbersOf(addMessage(conversation, makeListed(1, 3)).tail)).toEqual([9, 2, 1]);
});

describe('A conversation', () => {
  test('is cut from its newest end into pages of fifty', () => {
    expect(cutIntoPages(makeMessages(1, 120)).map(({ length }) => length)).toEqual([20, 50, 50]);
    expect(cutIntoPages([])).toEqual([]);
  });

  test('touches the tail alone for a new message, whatever its length', () => {
    const before = makeConversation(makeMessages(1, 500), makeMessages(501, 502));
    const after = addMessage(before, makeMessage(503));
    expect(after.history).toBe(before.history);
    expect(numbersOf(after.tail)).toEqual([501, 502, 503]);
  });

  test('stays the same for a message that stands in a page', () => {
    const conversation = makeConversation(makeMessages(1, 100), makeMessages(101, 102));
    expect(addMessage(conversation, makeMessage(60))).toBe(conversation);
  });

  test('puts a message that comes out of order into its page and keeps the other pages', () => {
    const numbers = makeMessages(1, 101).filter(({ _id }) => _id !== idOf(30));
    const before = makeConversation(numbers);
    const after = addMessage(before, makeMessage(30));
    expect(numbersOf(flatten(after))).toEqual(numbersOf(makeMessages(1, 101)));
    expect(after.history.pages[1]).toBe(before.history.pages[1]);
  });

  test('leaves out a message from before its first page, which comes with its own page', () => {
    const history: History = { pages: [makeMessages(51, 100)], hasOlder: true };
    const conversation = { history, tail: [] };
    expect(addMessage(conversation, makeMessage(3))).toBe(conversation);
  });

  test('never looks at its older pages for a message, a receipt or a mark', () => {
    const forbidden = new Proxy<MessageList>([], {
      get: () => {
        throw new Error('An older page was looked at.');
      },
    });
    const pages = [forbidden, forbidden, makeMessages(101, 150)];
    const conversation = { history: { pages, hasOlder: true }, tail: makeMessages(151, 152) };
    const receipt = { senderId: PEER, state: 'delivered' as const, ...range(120, 152) };
    expect(joinConversation(conversation)).toBe(conversation);
    expect(addMessage(conversation, makeMessage(153)).tail).toHaveLength(3);
    expect(addMessage(conversation, makeMessage(130))).toBe(conversation);
    expect(applyReceiptToPages(conversation.history, receipt).pages).toHaveLength(3);
    const marked = markConversationSeen(conversation, new Set([idOf(150), idOf(151)]));
    expect(marked.history.pages[2]?.at(-1)?.seen).toBe(true);
    expect(marked.tail.map(({ seen }) => seen)).toEqual([true, false]);
  });

  test('seals the older half of a tail of a hundred into a page', () => {
    const start = makeConversation(makeMessages(1, 50));
    const sealed = makeMessages(51, 150).reduce(
      (grown, message) => addMessage(grown, message),
      start,
    );
    expect(sealed.history.pages.map(({ length }) => length)).toEqual([50, 50]);
    expect(sealed.history.pages[0]).toBe(start.history.pages[0]);
    expect(numbersOf(sealed.tail)).toEqual(numbersOf(makeMessages(101, 150)));
  });

  test('fits together what was read and what came meanwhile', () => {
    const overlapping = makeConversation(makeMessages(1, 60), makeMessages(58, 63));
    const joined = joinConversation(overlapping);
    expect(numbersOf(joined.tail)).toEqual([61, 62, 63]);
    expect(numbersOf(flatten(joined))).toEqual(numbersOf(makeMessages(1, 63)));
  });

  test.each([
    ['its parts fit already', makeConversation(makeMessages(1, 60), makeMessages(61, 63))],
    ['nothing has come', makeConversation(makeMessages(1, 60))],
    ['nothing is older than what has come', makeConversation([], makeMessages(1, 3))],
  ])('is the same conversation when %s', (_what, conversation) => {
    expect(joinConversation(conversation)).toBe(conversation);
  });

  test('adds older pages before its own and keeps these', () => {
    const history: History = { pages: [makeMessages(51, 100)], hasOlder: true };
    const longer = addOlder(history, makeMessages(1, 50), false);
    expect(longer.hasOlder).toBe(false);
    expect(longer.pages[1]).toBe(history.pages[0]);
    expect(numbersOf(longer.pages.flat())).toEqual(numbersOf(makeMessages(1, 100)));
  });

  test('that was left keeps its newest pages and knows that there are older ones', () => {
    const { history } = makeConversation(makeMessages(1, 300));
    const trimmed = trimHistory(history);
    expect(numbersOf(trimmed.pages.flat())).toEqual(numbersOf(makeMessages(101, 300)));
    expect(trimmed.hasOlder).toBe(true);
    expect(trimHistory(trimmed)).toBe(trimmed);
  });

  describe('with a server that gives no numbers', () => {
    // Its ids sort in no way, its times do.
    const [a, b] = [makeListed(9, 1), makeListed(8, 2)];

    test('has what is read and told of once', () => {
      const read = makeConversation([a, b]);
      expect(addMessage(read, a)).toBe(read);
      expect(numbersOf(flatten(joinConversation({ ...read, tail: [a] })))).toEqual([9, 8]);
      const { history } = read;
      expect(
        numbersOf(renewHistory(history, { messages: [a, b], hasOlder: false }).pages.flat()),
      ).toEqual([9, 8]);
    });

    test('keeps what came after an answer behind it', () => {
      const before = makeConversation([a]);
      const after = addMessage(before, b);
      expect(numbersOf(flatten(after))).toEqual([9, 8]);
      expect(joinConversation(after)).toBe(after);
      const { history } = makeConversation([a, b]);
      expect(
        numbersOf(renewHistory(history, { messages: [a], hasOlder: false }).pages.flat()),
      ).toEqual([9, 8]);
    });

    test('stands in its order, each once, whatever is missed, repeated and read again', () => {
      const steps = fc.constantFrom('hear', 'miss', 'repeat', 'read');
      fc.assert(
        fc.property(fc.array(steps, { maxLength: 300 }), fc.integer(), (story, seed) => {
          const stored: MessageList = makeMessages(1, 300).map((_, index) =>
            // Ids in any order.
            makeListed((Math.imul(index + 1, 7919) + seed) >>> 0, index),
          );
          let length = 60;
          let conversation = makeConversation(stored.slice(0, length));
          for (const step of story) {
            if (step === 'read') {
              conversation = mergeAnswer(conversation, stored.slice(0, length));
              expect(flatten(conversation)).toEqual(stored.slice(0, length));
              continue;
            }
            if (step !== 'repeat') length = Math.min(length + 1, stored.length);
            if (step === 'miss') continue;
            const known = flatten(conversation);
            const message = step === 'hear' ? stored[length - 1] : known[known.length - 5];
            if (!message) continue;
            conversation = addMessage(conversation, message);
            const list = flatten(joinConversation(conversation));
            expect(list).toEqual(stored.filter((one) => list.includes(one)));
            expect(new Set(list).size).toBe(list.length);
          }
        }),
        { numRuns: 100 },
      );
    });
  });

  test('marks only pages that a receipt reaches', () => {
    const { history } = makeConversation(makeMessages(1, 150, { senderId: ME }));
    const receipt = { senderId: ME, state: 'delivered' as const, ...range(60, 70) };
    const marked = applyReceiptToPages(history, receipt);
    expect(marked.pages[0]).toBe(history.pages[0]);
    expect(marked.pages[1]).not.toBe(history.pages[1]);
    expect(marked.pages[2]).toBe(history.pages[2]);
    expect(marked.pages.flat().filter(({ delivered }) => delivered)).toHaveLength(11);
  });

  test('takes what was missed from an answer, and what was seen, and keeps unchanged pages', () => {
    const before = makeConversation(makeMessages(1, 100, { seen: true }), makeMessages(101, 102));
    const answer = [
      ...makeMessages(1, 100, { seen: true }),
      ...makeMessages(101, 105, { seen: true }),
    ];
    const after = mergeAnswer(before, answer);
    expect(after.history).toBe(before.history);
    expect(numbersOf(after.tail)).toEqual([101, 102, 103, 104, 105]);
    expect(after.tail.every(({ seen }) => seen)).toBe(true);
    expect(mergeAnswer(after, answer)).toBe(after);
  });

  /** What may happen, in any order and any number of times, to a conversation of `total` messages. */
  const anyStory = (total: number) =>
    fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('event' as const), at: fc.integer({ min: 1, max: total }) }),
        fc.record({ kind: fc.constant('older' as const) }),
        fc.record({ kind: fc.constant('refetch' as const) }),
        fc.record({
          kind: fc.constant('seen' as const),
          from: fc.integer({ min: 1, max: total }),
          length: fc.integer({ min: 0, max: 40 }),
        }),
      ),
      { maxLength: 80 },
    );

  test('ends as the same list, sorted and each once, after any order of events and answers', () => {
    const total = 230;
    const loaded = 60;
    fc.assert(
      fc.property(anyStory(total), (story) => {
        const seen = new Set<number>();
        const stored = (from: number, to: number) =>
          makeMessages(from, to).map((message, index) =>
            seen.has(from + index) ? { ...message, seen: true } : message,
          );
        let conversation: Conversation = {
          history: { pages: cutIntoPages(stored(loaded, loaded + 50)), hasOlder: true },
          tail: [],
        };
        for (const step of story) {
          const oldest = Number.parseInt(conversation.history.pages[0]?.[0]?._id ?? '1', 16);
          if (step.kind === 'event') {
            const [message] = stored(step.at, step.at);
            if (message) conversation = addMessage(conversation, message);
          } else if (step.kind === 'refetch') {
            conversation = mergeAnswer(conversation, stored(oldest, total));
          } else if (step.kind === 'older' && conversation.history.hasOlder) {
            const from = Math.max(1, oldest - 50);
            const { history } = conversation;
            conversation = {
              ...conversation,
              history: addOlder(history, stored(from, oldest - 1), from > 1),
            };
          } else if (step.kind === 'seen') {
            const upTo = Math.min(total, step.from + step.length);
            for (let at = step.from; at <= upTo; at += 1) seen.add(at);
            const receipt = {
              senderId: PEER,
              state: 'seen' as const,
              ...range(step.from, upTo),
            };
            conversation = {
              history: applyReceiptToPages(conversation.history, receipt),
              tail: applyReceipt(conversation.tail, receipt),
            };
          }
          const list = flatten(conversation);
          expect(new Set(numbersOf(list)).size).toBe(list.length);
          expect(list.toSorted(comparePositions)).toEqual(list);
        }
        const oldest = Number.parseInt(conversation.history.pages[0]?.[0]?._id ?? '1', 16);
        const end = mergeAnswer(conversation, stored(oldest, total));
        expect(flatten(end)).toEqual(stored(oldest, total));
        expect(end.tail.length).toBeLessThan(100);
      }),
      { numRuns: 150 },
    );
  });
});

describe('Pictures that the server has answered', () => {
  const picture = (number: number) => makeMessage(number, { image: `/${number}.png` });
  const answered = [
    { messages: [picture(50), picture(60)], count: 7 },
    { messages: [picture(20), picture(30)] },
  ];

  test('stand among those that are loaded, each once, and the loaded ones stay the objects they are', () => {
    const loaded = [picture(60), picture(25)];
    const { images } = joinImages(loaded, answered);
    expect(numbersOf(images)).toEqual([60, 50, 30, 25, 20]);
    expect(images[0]).toBe(loaded[0]);
  });

  test('are counted with those that came since', () => {
    expect(joinImages([picture(60)], answered).count).toBe(7);
    expect(joinImages([picture(90), picture(80), picture(60)], answered).count).toBe(9);
    expect(joinImages([picture(90)], [{ messages: [], count: 0 }]).count).toBe(1);
  });

  test('are no more than the loaded ones before the answer', () => {
    const loaded = [picture(60)];
    expect(joinImages(loaded, [])).toEqual({ images: loaded });
  });
});

describe('People', () => {
  const users = [1, 2, 3].map((number) => ({ _id: idOf(number), fullName: `P${number}`, bio: '' }));

  test('come and go one by one, and the same news changes nothing', () => {
    const online = new Set(['a']);
    expect([...setMember(online, 'b', true)]).toEqual(['a', 'b']);
    expect([...setMember(online, 'a', false)]).toEqual([]);
    expect(setMember(online, 'a', true)).toBe(online);
  });

  test('are the same set in another order', () => {
    const online = new Set(['a', 'b']);
    expect(replaceOnline(online, ['b', 'a'])).toBe(online);
    expect([...replaceOnline(online, ['b', 'c'])]).toEqual(['b', 'c']);
  });

  test('change one at a time, and the others stay the same objects', () => {
    const changed = replaceUsers(users, new Map([[idOf(2), { bio: 'new' }]]));
    expect(findUser(changed, idOf(2))?.bio).toBe('new');
    expect(changed[0]).toBe(users[0]);
    expect(replaceUsers(users, new Map([['nobody', { bio: 'new' }]]))).toBe(users);
  });

  test('are the same list when nothing of them changes', () => {
    expect(replaceUsers(users, new Map([[idOf(2), { bio: '' }]]))).toBe(users);
  });

  test('have a newcomer by name among those who have not written, as the server lists them', () => {
    const lastMessage = { _id: idOf(9), senderId: ME, createdAt: makeMessage(9).createdAt };
    const people = replaceUsers(users, new Map([[idOf(1), { fullName: 'Zoe', lastMessage }]]));
    const newcomer = { _id: idOf(4), fullName: 'p25', bio: '' };
    const next = putUser(people, newcomer);
    expect(next.map(({ fullName }) => fullName)).toEqual(['Zoe', 'P2', 'p25', 'P3']);
    expect(findUser(next, idOf(3))).toBe(users[2]);
    expect(putUser(next, newcomer)).toBe(next);
    expect(putUser(people, { ...newcomer, fullName: 'Q' }).at(-1)?.fullName).toBe('Q');
  });

  test('stand by name as the server lists them, in whatever order they join', () => {
    const named = NAMES_IN_ORDER.map((fullName, n) => ({ _id: idOf(n + 1), fullName, bio: '' }));
    fc.assert(
      fc.property(fc.shuffledSubarray(named, { minLength: named.length }), (joining) => {
        const list = joining.reduce<readonly User[]>(putUser, []);
        expect(list.map(({ fullName }) => fullName)).toEqual(NAMES_IN_ORDER);
      }),
    );
  });

  test('move to the place of a new name, unless they have written', () => {
    const rename = (change: Partial<User>) => replaceUsers(users, new Map([[idOf(1), change]]));
    const renamed = rename({ fullName: 'Øyvind' });
    const moved = placeRenamed(renamed, users, idOf(1));
    expect(moved.map(({ fullName }) => fullName)).toEqual(['Øyvind', 'P2', 'P3']);
    const last = placeRenamed(rename({ fullName: 'Šimon' }), users, idOf(1));
    expect(last.map(({ fullName }) => fullName)).toEqual(['P2', 'P3', 'Šimon']);
    const lastMessage = { _id: idOf(9), senderId: ME, createdAt: makeMessage(9).createdAt };
    const talking = rename({ fullName: 'Šimon', lastMessage });
    expect(placeRenamed(talking, users, idOf(1))).toBe(talking);
  });

  test('were last seen when the latest word says, also after a list that a browser had kept', () => {
    const at = (lastSeenAt: string) => replaceUsers(users, new Map([[idOf(1), { lastSeenAt }]]));
    const [early, late] = [at('2026-01-01T00:00:00.000Z'), at('2026-01-02T00:00:00.000Z')];
    expect(renewUsers(early, late)[0]).toBe(late[0]);
    expect(renewUsers(users, late)[0]).toBe(late[0]);
    expect(renewUsers(late, early)[0]).toEqual(late[0]);
    const blocked = replaceUsers(users, new Map([[idOf(1), { blocked: true }]]));
    expect(renewUsers(blocked, late)[0]).not.toHaveProperty('lastSeenAt');
  });

  test('keep a preview that is newer than the answer of a list that was asked for before', () => {
    const old = { _id: idOf(1), senderId: ME, createdAt: makeMessage(1).createdAt };
    const fresh = { _id: idOf(2), senderId: ME, createdAt: makeMessage(2).createdAt };
    const known = replaceUsers(users, new Map([[idOf(1), { lastMessage: fresh }]]));
    const answer = replaceUsers(users, new Map([[idOf(1), { lastMessage: old }]]));
    expect(findUser(renewUsers(answer, known, answer), idOf(1))?.lastMessage).toEqual(fresh);
    expect(findUser(renewUsers(known, answer, users), idOf(1))?.lastMessage).toEqual(fresh);
  });

  test('take the preview of an answer if none has come since it was asked for', () => {
    const lastMessage = { _id: idOf(2), senderId: ME, createdAt: makeMessage(2).createdAt };
    const known = replaceUsers(users, new Map([[idOf(1), { lastMessage }]]));
    expect(findUser(renewUsers(users, known, known), idOf(1))).not.toHaveProperty('lastMessage');
  });

  test('keep of two previews of one moment the one whose id is later', () => {
    const { createdAt } = makeMessage(1);
    const [early, late] = [1, 2].map((number) => {
      const lastMessage = { _id: idOf(number), senderId: ME, createdAt };
      return replaceUsers(users, new Map([[idOf(1), { lastMessage }]]));
    });
    for (const [answer, known] of [
      [early, late],
      [late, early],
    ]) {
      const renewed = renewUsers(answer ?? [], known, users);
      expect(findUser(renewed, idOf(1))?.lastMessage?._id).toBe(idOf(2));
    }
  });
});
