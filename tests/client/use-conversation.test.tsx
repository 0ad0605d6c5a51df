/** What reading a conversation ahead may not do. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { prefetchConversation } from '../../src/conversation/messages.ts';
import { openWindow, setLookedAt, startWorld } from './support/window.ts';

test('A conversation is not loaded ahead where reading it would mark it as seen', async () => {
  setLookedAt(true);
  const { backend, peer } = await startWorld();
  const { queryClient } = await openWindow();
  await prefetchConversation(queryClient, peer._id);
  expect(backend.calls.some(({ path }) => path === `/messages/${peer._id}`)).toBe(false);
});
