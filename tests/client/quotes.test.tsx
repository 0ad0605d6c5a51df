/** A message that answers another one: what its row shows, and where it leads. */
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { History } from '../../src/conversation/entities.ts';
import { messageKeys } from '../../src/conversation/message-keys.ts';
import { useConversation } from '../../src/conversation/messages.ts';
import type { Message, User } from '../../src/protocol/entities.ts';
import { MessageList } from '../../src/screens/chat/thread/message-list.tsx';
import { usePlace } from '../../src/screens/chat/thread/use-place.ts';
import { eventually } from '../support/eventually.ts';
import { idOf, makeMessage, makeMessages } from './support/messages.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';
import { withRouter } from './support/with-router.tsx';

beforeEach(() => setLookedAt(true));
afterEach(cleanup);

const LAST = 40;

function Messages({ me, peer }: { me: User; peer: User }) {
  const conversation = useConversation(peer._id);
  const place = usePlace(peer._id);
  return <MessageList me={me} peer={peer} conversation={conversation} place={place} />;
}

/** A conversation whose last message has these fields, after some of the peer. */
async function openWith(fields: (world: { me: User; peer: User }) => Partial<Message>) {
  const world = await startWorld();
  const { me, peer } = world;
  const { queryClient } = await openWindow();
  const before = makeMessages(1, LAST - 1, { senderId: peer._id, seen: true });
  const last = makeMessage(LAST, { senderId: me._id, seen: true, ...fields(world) });
  queryClient.setQueryData<History>(messageKeys.history(peer._id), {
    pages: [[...before, last]],
    hasOlder: false,
  });
  render(
    withRouter(
      <QueryClientProvider client={queryClient}>
        <Messages me={me} peer={peer} />
      </QueryClientProvider>,
    ),
  );
  const row = (number: number) => {
    const found = document.querySelector<HTMLElement>(`[data-key="${idOf(number)}"]`);
    if (!found) throw new Error(`Message ${number} is not shown.`);
    return found;
  };
  return { row };
}

describe('A message that answers another one', () => {
  test('shows whose and what, and leads there and back', async () => {
    const { row } = await openWith(({ peer }) => ({
      text: 'An answer',
      replyTo: { _id: idOf(3), senderId: peer._id, text: 'message 3' },
    }));
    const quote = within(row(LAST)).getByRole('button', { name: 'In reply to Grace message 3' });
    await act(async () => void fireEvent.click(quote));
    await eventually(() => expect(row(3).dataset.found).toBe('true'));
    const back = screen.getByRole('button', { name: 'Back to where you were' });
    await act(async () => void fireEvent.click(back));
    expect(screen.queryByRole('button', { name: 'Back to where you were' })).toBeNull();
  });

  test('shows a picture', async () => {
    const { row } = await openWith(({ me }) => ({
      replyTo: { _id: idOf(3), senderId: me._id, image: '/api/v1/media/one' },
    }));
    const quote = within(row(LAST)).getByRole('button', { name: 'In reply to You Picture' });
    expect(quote.querySelector('img')?.getAttribute('src')).toBe('/api/v1/media/one');
  });

  test('says that it is one of a picture, or of a message that is deleted', async () => {
    const { row } = await openWith(({ me }) => ({ replyTo: { _id: idOf(3), senderId: me._id } }));
    within(row(LAST)).getByRole('button', { name: 'In reply to You Picture' });
    cleanup();
    const { row: other } = await openWith(() => ({ replyTo: { deleted: true } }));
    within(other(LAST)).getByText('Deleted message');
    expect(within(other(LAST)).queryByRole('button')).toBeNull();
  });
});

test('A message shows that it was forwarded', async () => {
  const { row } = await openWith(() => ({ forwarded: true }));
  within(row(LAST)).getByText('Forwarded');
});
