/** Rows of a conversation: how many a change renders, however many there are, and what a reply shows. */

import { logRenders } from './support/render-log.ts';
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getNewest, receiveMessage, receiveReceipt } from '../../src/conversation/conversation.ts';
import type { History } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { useConversation } from '../../src/conversation/messages.ts';
import type { Message, Quote, User } from '../../src/protocol/entities.ts';
import { MessageList } from '../../src/screens/chat/thread/message-list.tsx';
import { usePlace } from '../../src/screens/chat/thread/use-place.ts';
import { eventually } from '../support/eventually.ts';
import { idOf, makeMessage, makeMessages } from './support/messages.ts';
import { openWindow, setLookedAt, startWorld, type World } from './support/window.ts';
import { withRouter } from './support/with-router.tsx';

beforeEach(() => setLookedAt(true));
afterEach(cleanup);

const KNOWN = 50;

function Messages({ me, peer }: { me: User; peer: User }) {
  const conversation = useConversation(peer._id);
  const place = usePlace(peer._id);
  return <MessageList me={me} peer={peer} conversation={conversation} place={place} />;
}

/** A conversation with `KNOWN` messages of the peer, one a second, on the screen, and others after them. */
async function openConversation(more: (world: World) => readonly Message[] = () => []) {
  const world = await startWorld();
  const { me, peer } = world;
  const { queryClient, outbox } = await openWindow();
  const known = makeMessages(1, KNOWN, { senderId: peer._id, seen: true });
  queryClient.setQueryData<History>(messageKeys.history(peer._id), {
    pages: [[...known, ...more(world)]],
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

test('A message that arrives renders one page and one row, in a group and at the beginning of another', async () => {
  const { me, receive } = await openConversation();
  expect(await receive(KNOWN + 1)).toEqual(ONE);
  expect(await receive(KNOWN + 2)).toEqual(ONE);
  expect(await receive(KNOWN + 3, { senderId: me._id })).toEqual(ONE);
  expect(await receive(KNOWN + 4)).toEqual(ONE);
  const hourLater = new Date(Date.parse(makeMessage(KNOWN).createdAt) + 3_600_000).toISOString();
  expect(await receive(KNOWN + 5, { createdAt: hourLater })).toEqual(ONE);
  const firsts = readRows().map((row) => row.dataset.first === 'true');
  expect(firsts).toEqual([true, ...Array(KNOWN + 1).fill(false), true, true, true]);
});

test('An own message renders its row alone as it is sent, taken, delivered and seen', async () => {
  const { backend, me, peer, queryClient, outbox, change, receive } = await openConversation();
  await receive(KNOWN + 1, { senderId: me._id, createdAt: new Date().toISOString() });
  const reach = (state: string) =>
    eventually(() => expect(readRows().at(KNOWN + 1)?.dataset.state).toBe(state));
  const held = Promise.withResolvers<void>();
  backend.faults.script({ method: 'POST' }, { kind: 'holdAnswer', until: held.promise });
  const sent = await change(() => {
    outbox.send(peer._id, { text: 'Sent by hand' });
    return reach('sending');
  });
  expect(sent.rows).toBe(1);
  const taken = await change(() => {
    held.resolve();
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

describe('A message that answers another one', () => {
  async function openReply(quote: (world: World) => Quote) {
    cleanup();
    await openConversation((world) => [
      makeMessage(KNOWN + 1, { senderId: world.me._id, replyTo: quote(world) }),
    ]);
    return within(rowOf(KNOWN + 1));
  }
  const rowOf = (number: number) => {
    const row = readRows().find(({ dataset }) => dataset.key === idOf(number));
    if (!row) throw new Error(`Message ${number} is not shown.`);
    return row;
  };

  test('shows whose and what, and leads there and back', async () => {
    const quoted = { _id: idOf(3), text: 'message 3' };
    const reply = await openReply(({ peer }) => ({ ...quoted, senderId: peer._id }));
    const quote = reply.getByRole('button', { name: 'In reply to Grace message 3' });
    await act(async () => void fireEvent.click(quote));
    await eventually(() => expect(rowOf(3).dataset.found).toBe('true'));
    const back = screen.getByRole('button', { name: 'Back to where you were' });
    await act(async () => void fireEvent.click(back));
    expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull();
  });

  test('shows a picture, says that it is one of a picture, or of a message that is deleted', async () => {
    const image = '/api/v1/media/one';
    const pictured = await openReply(({ me }) => ({ _id: idOf(3), senderId: me._id, image }));
    const button = pictured.getByRole('button', { name: 'In reply to You Picture' });
    expect(button.querySelector('img')?.getAttribute('src')).toBe(image);
    const named = await openReply(({ me }) => ({ _id: idOf(3), senderId: me._id }));
    named.getByRole('button', { name: 'In reply to You Picture' });
    const deleted = await openReply(() => ({ deleted: true }));
    deleted.getByText('Deleted message');
    expect(deleted.queryByRole('button')).toBeNull();
  });
});
