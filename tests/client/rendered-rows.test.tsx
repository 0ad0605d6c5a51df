/** How many rows a change of the conversation renders: the one that it is about, however many there are. */

import { logRenders } from './support/render-log.ts';
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getNewest, receiveMessage, receiveReceipt } from '../../src/conversation/conversation.ts';
import type { History } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { useConversation } from '../../src/conversation/messages.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import { MessageList } from '../../src/screens/chat/thread/message-list.tsx';
import { usePlace } from '../../src/screens/chat/thread/use-place.ts';
import { eventually } from '../support/eventually.ts';
import { makeMessage, makeMessages } from './support/messages.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';
import { withRouter } from './support/with-router.tsx';

beforeEach(() => setLookedAt(true));
afterEach(cleanup);

const KNOWN = 50;
/** More than the tail holds before its older part is sealed into pages. */
const ARRIVING = 120;

function Messages({ me, peer }: { me: User; peer: User }) {
  const conversation = useConversation(peer._id);
  const place = usePlace(peer._id);
  return <MessageList me={me} peer={peer} conversation={conversation} place={place} />;
}

/** A conversation with `KNOWN` messages of the peer, one a second, on the screen. */
async function openConversation() {
  const world = await startWorld();
  const { me, peer } = world;
  const { queryClient, outbox } = await openWindow();
  queryClient.setQueryData<History>(messageKeys.history(peer._id), {
    pages: [makeMessages(1, KNOWN, { senderId: peer._id, seen: true })],
    hasOlder: false,
  });
  render(
    withRouter(
      <QueryClientProvider client={queryClient}>
        <Messages me={me} peer={peer} />
      </QueryClientProvider>,
    ),
  );
  /** Makes a change; answers the pages and rows that were rendered for it. */
  const change = async (make: () => unknown) => {
    const renders = await logRenders(() => act(async () => void (await make())));
    const count = (name: string) => renders.filter((path) => path.at(-1) === name).length;
    return { pages: count('DaySlice'), rows: count('MessageRow') };
  };
  const receive = (number: number, fields: Partial<Message> = {}) => {
    const message = makeMessage(number, { senderId: peer._id, seen: true, ...fields });
    return change(() => receiveMessage(queryClient, peer._id, message));
  };
  return { ...world, queryClient, outbox, change, receive };
}

const ONE = { pages: 1, rows: 1 };
const readRows = () => [...screen.getByRole('log').querySelectorAll<HTMLElement>('[data-key]')];

describe('A message that arrives renders one page and one row', () => {
  test('in a group and at the beginning of another', async () => {
    const { me, receive } = await openConversation();
    expect(await receive(KNOWN + 1)).toEqual(ONE);
    expect(await receive(KNOWN + 2)).toEqual(ONE);
    expect(await receive(KNOWN + 3, { senderId: me._id })).toEqual(ONE);
    expect(await receive(KNOWN + 4)).toEqual(ONE);
    const hourLater = new Date(Date.parse(makeMessage(KNOWN).createdAt) + 3_600_000).toISOString();
    expect(await receive(KNOWN + 5, { createdAt: hourLater })).toEqual(ONE);
    expect(readRows().map((row) => row.dataset.first)).toEqual([
      'true',
      ...Array.from({ length: KNOWN + 1 }, () => 'false'),
      'true',
      'true',
      'true',
    ]);
  });

  test('also where it begins a page, and where older ones become history', async () => {
    const { receive } = await openConversation();
    const before = readRows();
    let rows = 0;
    for (let number = KNOWN + 1; number <= KNOWN + ARRIVING; number++) {
      rows += (await receive(number)).rows;
    }
    expect(rows).toBe(ARRIVING);
    expect(readRows().slice(0, KNOWN)).toEqual(before);
    expect(readRows()).toHaveLength(KNOWN + ARRIVING);
  });
});

test('An own message renders its row alone as it is sent, taken, delivered and seen', async () => {
  const { backend, me, peer, queryClient, outbox, change, receive } = await openConversation();
  await receive(KNOWN + 1, { senderId: me._id, createdAt: new Date().toISOString() });
  const reach = (state: string) =>
    eventually(() => expect(readRows().at(KNOWN + 1)?.dataset.state).toBe(state));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  backend.faults.script(
    { method: 'POST', path: /send/ },
    { kind: 'holdAnswer', until: isReleased },
  );
  const sent = await change(() => {
    outbox.send(peer._id, { text: 'Sent by hand' });
    return reach('sending');
  });
  expect(sent.rows).toBe(1);
  const taken = await change(() => {
    release();
    return reach('sent');
  });
  expect(taken.rows).toBe(1);
  const id = getNewest(queryClient, peer._id)?._id ?? '';
  for (const state of ['delivered', 'seen'] as const) {
    const receipt = { senderId: me._id, state, from: id, upTo: id };
    expect(await change(() => receiveReceipt(queryClient, peer._id, receipt))).toEqual(ONE);
    await reach(state);
  }
});
