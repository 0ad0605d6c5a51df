/** A conversation that is open for days: what is far from the reader leaves memory, and comes back whole. */
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { getConversation, receiveMessage } from '../../src/conversation/conversation.ts';
import type { MessageList } from '../../src/conversation/entities.ts';
import { cutIntoPages } from '../../src/conversation/patches/conversation.ts';
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
import { listLoaded, makeMessage, makeMessages, numbersOf } from './support/messages.ts';
import { openWindow, startWorld } from './support/window.ts';

const pagesOf = (count: number) => cutIntoPages(makeMessages(1, count * PAGE_SIZE));

/** The reader has pages `from` to `to` around them. */
function near(pages: readonly MessageList[], from: number, to: number): Nearby {
  const idOf = (index: number) => pages.at(index)?.[0]?._id ?? '';
  return { first: idOf(from), last: idOf(to) };
}

/** Pages without an excerpt, with the reader at some of them. */
const release = (pages: readonly MessageList[], from: number, to: number) =>
  releaseFar({ history: { pages, hasOlder: false }, excerpt: null }, near(pages, from, to));

describe('Pages far from the reader', () => {
  test('stay while they are few; older ones go, and can be asked for again', () => {
    const few = pagesOf(MAX_BEYOND + 2);
    expect(release(few, -2, -1).history.pages).toBe(few);
    const pages = pagesOf(60);
    const { history, excerpt } = release(pages, -2, -1);
    expect(excerpt).toBeNull();
    expect(history).toEqual({ pages: pages.slice(-10), hasOlder: true });
    expect(history.pages.at(-1)).toBe(pages.at(-1));
  });

  test('go where they are newer, too: the newest stay, and others come back without a gap or a double', () => {
    const all = pagesOf(60);
    const released = release(all, 10, 12);
    expect(released.history.pages).toEqual(all.slice(-4));
    expect(released.excerpt).toEqual({ pages: all.slice(0, 21), hasOlder: false, hasNewer: true });
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
    const count = () => listLoaded(queryClient, peer._id).length;
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
});
