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
  trimHistory,
} from '../../src/conversation/patches/conversation.ts';
import {
  appendMessage,
  applyReceipt,
  markSeen,
  toMessageList,
} from '../../src/conversation/patches/message-list.ts';
import { compareOrder } from '../../src/conversation/patches/message-order.ts';
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
  test('learns from a repeat that a message was seen, and never unlearns it', () => {
    const seen = appendMessage(makeMessages(1, 2), makeMessage(1, { seen: true }));
    expect(seen[0]?.seen).toBe(true);
    expect(appendMessage(seen, makeMessage(1, { seen: false }))).toBe(seen);
  });

  test('puts an answer right that repeats itself or is in no order', () => {
    const list = toMessageList([makeMessage(3), makeMessage(1), makeMessage(3, { seen: true })]);
    expect(numbersOf(list)).toEqual([1, 3]);
    expect(list.map(({ seen }) => seen)).toEqual([false, true]);
  });

  test('marks what a receipt names and nothing else, and stays the same if that tells nothing new', () => {
    const list = [...makeMessages(1, 3, { senderId: ME }), makeMessage(4)];
    const receipt = { senderId: ME, state: 'seen' as const, ...range(2, 9) };
    const marked = applyReceipt(list, receipt);
    expect(marked.map(({ seen }) => seen)).toEqual([false, true, true, false]);
    expect(applyReceipt(marked, receipt)).toBe(marked);
    expect(markSeen(marked, new Set([idOf(2)]))).toBe(marked);
  });
});

test('Messages keep the order of their ids, whatever the clock of the server was', () => {
  const at = (number: number, time: number) =>
    makeMessage(number, { createdAt: makeMessage(time).createdAt });
  const [first, second, third] = [at(1, 3), at(2, 1), at(3, 2)];
  expect(numbersOf(toMessageList([second, first, third]))).toEqual([1, 2, 3]);
  expect(numbersOf(appendMessage([first, third], second))).toEqual([1, 2, 3]);
  const conversation = makeConversation([first], [third]);
  expect(numbersOf(flatten(addMessage(conversation, second)))).toEqual([1, 2, 3]);
});

test('Messages of a plain server keep the order of its answer, and one that comes late stands by its time', () => {
  expect(numbersOf(toMessageList([makeListed(3, 2), makeListed(1, 1)]))).toEqual([3, 1]);
  // A repeat is known by its id alone.
  const told = [makeListed(1, 1)];
  expect(appendMessage(told, makeListed(1, 9))).toBe(told);
  // The order of these ids says nothing.
  const conversation = makeConversation([], [makeListed(9, 1), makeListed(2, 3)]);
  expect(numbersOf(addMessage(conversation, makeListed(5, 2)).tail)).toEqual([9, 5, 2]);
  expect(numbersOf(addMessage(conversation, makeListed(1, 3)).tail)).toEqual([9, 2, 1]);
  const [first, a, b] = [makeListed(1), makeListed(9), makeListed(8)];
  const byTime = makeConversation([first], [b, a]);
  expect(numbersOf(mergeAnswer(byTime, [first, a, b]).tail)).toEqual([9, 8]);
});

describe('A conversation', () => {
  test('touches the tail alone for a new message, and nothing for one that stands in a page or before the first', () => {
    const history: History = { pages: cutIntoPages(makeMessages(51, 500)), hasOlder: true };
    const before = { history, tail: makeMessages(501, 502) };
    const after = addMessage(before, makeMessage(503));
    expect(after.history).toBe(history);
    expect(numbersOf(after.tail)).toEqual([501, 502, 503]);
    expect(addMessage(before, makeMessage(60))).toBe(before);
    // It comes with its own page.
    expect(addMessage(before, makeMessage(3))).toBe(before);
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

  test('that was left keeps its newest pages and knows that there are older ones', () => {
    const { history } = makeConversation(makeMessages(1, 300));
    const trimmed = trimHistory(history);
    expect(numbersOf(trimmed.pages.flat())).toEqual(numbersOf(makeMessages(101, 300)));
    expect(trimmed.hasOlder).toBe(true);
    expect(trimHistory(trimmed)).toBe(trimmed);
  });

  test('of a plain server stands in its order, each once, whatever is missed, repeated and read again', () => {
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

  test('ends as the same list, sorted and each once, after any order of events and answers', () => {
    const total = 230;
    const step = fc.tuple(
      fc.constantFrom('event', 'older', 'refetch', 'seen'),
      fc.integer({ min: 1, max: total }),
      fc.nat(40),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (story) => {
        const seen = new Set<number>();
        const stored = (from: number, to: number) =>
          makeMessages(from, to).map((message, index) =>
            seen.has(from + index) ? { ...message, seen: true } : message,
          );
        let { history, tail }: Conversation = {
          history: { pages: cutIntoPages(stored(60, 110)), hasOlder: true },
          tail: [],
        };
        const getOldest = () => Number.parseInt(history.pages[0]?.[0]?._id ?? '1', 16);
        for (const [kind, at, length] of story) {
          const [message] = stored(at, at);
          const oldest = getOldest();
          if (kind === 'event' && message) {
            ({ history, tail } = addMessage({ history, tail }, message));
          } else if (kind === 'refetch') {
            ({ history, tail } = mergeAnswer({ history, tail }, stored(oldest, total)));
          } else if (kind === 'older' && history.hasOlder) {
            const from = Math.max(1, oldest - 50);
            history = addOlder(history, stored(from, oldest - 1), from > 1);
          } else if (kind === 'seen') {
            const upTo = Math.min(total, at + length);
            for (let number = at; number <= upTo; number += 1) seen.add(number);
            const receipt = { senderId: PEER, state: 'seen' as const, ...range(at, upTo) };
            history = applyReceiptToPages(history, receipt);
            tail = applyReceipt(tail, receipt);
          }
          const list = flatten({ history, tail });
          expect(new Set(numbersOf(list)).size).toBe(list.length);
          expect(list.toSorted(compareOrder)).toEqual(list);
        }
        const oldest = getOldest();
        const end = mergeAnswer({ history, tail }, stored(oldest, total));
        expect(flatten(end)).toEqual(stored(oldest, total));
        expect(end.tail.length).toBeLessThan(100);
      }),
      { numRuns: 150 },
    );
  });
});

test('Pictures stand once each among those that are loaded, which stay the same, and are counted with what came since', () => {
  const picture = (number: number) => makeMessage(number, { image: `/${number}.png` });
  const answered = [
    { messages: [picture(50), picture(60)], count: 7 },
    { messages: [picture(20), picture(30)] },
  ];
  const loaded = [picture(60), picture(25)];
  const { images, count } = joinImages(loaded, answered);
  expect(numbersOf(images)).toEqual([60, 50, 30, 25, 20]);
  expect(images[0]).toBe(loaded[0]);
  expect(count).toBe(7);
  expect(joinImages([picture(90), picture(80), picture(60)], answered).count).toBe(9);
  expect(joinImages([picture(90)], [{ messages: [], count: 0 }]).count).toBe(1);
  expect(joinImages(loaded, [])).toEqual({ images: loaded });
});

describe('People', () => {
  const users = [1, 2, 3].map((number) => ({ _id: idOf(number), fullName: `P${number}`, bio: '' }));

  test('come and go, one by one or as a set, and the same news changes nothing', () => {
    const online = new Set(['a']);
    expect([...setMember(online, 'b', true)]).toEqual(['a', 'b']);
    expect([...setMember(online, 'a', false)]).toEqual([]);
    expect(setMember(online, 'a', true)).toBe(online);
    const both = new Set(['a', 'b']);
    expect(replaceOnline(both, ['b', 'a'])).toBe(both);
    expect([...replaceOnline(both, ['b', 'c'])]).toEqual(['b', 'c']);
  });

  test('change one at a time, and the others stay the same objects', () => {
    const changed = replaceUsers(users, new Map([[idOf(2), { bio: 'new' }]]));
    expect(findUser(changed, idOf(2))?.bio).toBe('new');
    expect(changed[0]).toBe(users[0]);
    expect(replaceUsers(users, new Map([['nobody', { bio: 'new' }]]))).toBe(users);
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

  test('keep a preview that is newer than the answer, and take that of the answer if none has come since', () => {
    const { createdAt } = makeMessage(1);
    const withPreview = (number: number, at = makeMessage(number).createdAt) => {
      const lastMessage = { _id: idOf(number), senderId: ME, createdAt: at };
      return replaceUsers(users, new Map([[idOf(1), { lastMessage }]]));
    };
    const readPreview = (...lists: Parameters<typeof renewUsers>) =>
      findUser(renewUsers(...lists), idOf(1))?.lastMessage?._id;
    const [old, fresh] = [withPreview(1), withPreview(2)];
    expect(readPreview(old, fresh, old)).toBe(idOf(2));
    expect(readPreview(fresh, old, users)).toBe(idOf(2));
    expect(readPreview(users, fresh, fresh)).toBeUndefined();
    // Of one moment: the one whose id is later.
    const sameMoment = withPreview(2, createdAt);
    expect(readPreview(old, sameMoment, users)).toBe(idOf(2));
    expect(readPreview(sameMoment, old, users)).toBe(idOf(2));
  });
});
