/** A conversation that is open for days: what is far from the reader leaves memory, and comes back whole. */
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { getConversation, receiveMessage } from '../../src/conversation/conversation.ts';
import type { MessageList } from '../../src/conversation/entities.ts';
import {
  addMessage,
  type Conversation,
  cutIntoPages,
} from '../../src/conversation/patches/conversation.ts';
import {
  addNewer,
  joinExcerpt,
  MAX_BEYOND,
  type Nearby,
  releaseFar,
} from '../../src/conversation/patches/excerpt.ts';
import { FEATURES } from '../../src/protocol/events.ts';
import { PAGE_SIZE } from '../../src/protocol/limits.ts';
import { selectUser } from '../../src/stores/selection.ts';
import { makeMessage, makeMessages, numbersOf } from './support/messages.ts';
import { openWindow, startWorld } from './support/window.ts';

const pagesOf = (count: number) => cutIntoPages(makeMessages(1, count * PAGE_SIZE));

/** The reader has pages `from` to `to` around them. */
function near(pages: readonly MessageList[], from: number, to: number): Nearby {
  const idOf = (index: number) => pages.at(index)?.[0]?._id ?? '';
  return { first: idOf(from), last: idOf(to) };
}

describe('Pages far from the reader', () => {
  test('stay while they are few', () => {
    const history = { pages: pagesOf(MAX_BEYOND + 2), hasOlder: false };
    const shown = { history, excerpt: null };
    expect(releaseFar(shown, near(history.pages, -2, -1))).toBe(shown);
  });

  test('go where they are older, and can be asked for again', () => {
    const history = { pages: pagesOf(60), hasOlder: false };
    const shown = releaseFar({ history, excerpt: null }, near(history.pages, -2, -1));
    expect(shown.excerpt).toBeNull();
    expect(shown.history.hasOlder).toBe(true);
    expect(shown.history.pages).toEqual(history.pages.slice(-10));
    expect(shown.history.pages.at(-1)).toBe(history.pages.at(-1));
  });

  test('go where they are newer, too: the reader far back has an excerpt, and the newest stay', () => {
    const history = { pages: pagesOf(60), hasOlder: true };
    const shown = releaseFar({ history, excerpt: null }, near(history.pages, 10, 12));
    expect(shown.history.pages).toEqual(history.pages.slice(-4));
    expect(shown.excerpt).toEqual({
      pages: history.pages.slice(0, 21),
      hasOlder: true,
      hasNewer: true,
    });
  });

  test('of an excerpt go on both sides', () => {
    const all = pagesOf(60);
    const history = { pages: pagesOf(70).slice(-4), hasOlder: true };
    const excerpt = { pages: all, hasOlder: false, hasNewer: false };
    const shown = releaseFar({ history, excerpt }, near(all, 29, 31));
    expect(shown.history).toBe(history);
    expect(shown.excerpt).toEqual({ pages: all.slice(21, 40), hasOlder: true, hasNewer: true });
  });

  test('come back without a gap or a double when the reader returns', () => {
    const all = pagesOf(60);
    const released = releaseFar(
      { history: { pages: all, hasOlder: false }, excerpt: null },
      near(all, 10, 12),
    );
    let { excerpt } = released;
    let joined = excerpt && joinExcerpt(released.history, excerpt);
    while (excerpt && !joined) {
      const last = excerpt.pages.at(-1)?.at(-1);
      const from = all.flat().findIndex(({ _id }) => _id === last?._id) + 1;
      excerpt = addNewer(excerpt, all.flat().slice(from, from + PAGE_SIZE), true);
      joined = joinExcerpt(released.history, excerpt);
    }
    expect(numbersOf(joined?.pages.flat() ?? [])).toEqual(numbersOf(all.flat()));
  });

  test('of a conversation that nobody looks at go as well, however many messages come', async () => {
    const { peer } = await startWorld();
    const { queryClient, load } = await openWindow(FEATURES);
    await load(peer._id);
    const count = () => {
      const conversation = getConversation(queryClient, peer._id);
      return (conversation?.history.pages.flat().length ?? 0) + (conversation?.tail.length ?? 0);
    };
    for (let number = 1; number <= 3_000; number += 1) {
      receiveMessage(queryClient, peer._id, makeMessage(number));
    }
    expect(count()).toBeLessThan((MAX_BEYOND + 3) * PAGE_SIZE);
    expect(getConversation(queryClient, peer._id)?.history.hasOlder).toBe(true);
    selectUser(peer._id);
    const before = count();
    for (let number = 3_001; number <= 3_000 + MAX_BEYOND * PAGE_SIZE; number += 1) {
      receiveMessage(queryClient, peer._id, makeMessage(number));
    }
    expect(count()).toBe(before + MAX_BEYOND * PAGE_SIZE);
  });

  test('keep memory the same however many messages come', () => {
    let conversation: Conversation = { history: { pages: pagesOf(1), hasOlder: false }, tail: [] };
    let most = 0;
    for (let number = PAGE_SIZE + 1; number <= 10_000; number += 1) {
      conversation = addMessage(conversation, makeMessage(number));
      const { pages } = conversation.history;
      const shown = { history: conversation.history, excerpt: null };
      conversation = { ...conversation, ...releaseFar(shown, near(pages, -2, -1)) };
      const held = conversation.history.pages.reduce((sum, page) => sum + page.length, 0);
      most = Math.max(most, held + conversation.tail.length);
    }
    expect(most).toBeLessThan((MAX_BEYOND + 6) * PAGE_SIZE);
    const held = [...conversation.history.pages.flat(), ...conversation.tail];
    const first = numbersOf(held)[0] ?? 0;
    expect(numbersOf(held)).toEqual(held.map((_message, index) => first + index));
    expect(numbersOf(held).at(-1)).toBe(10_000);
  });
});
