/** Typing costs what the box costs, however much stands around it. */
import { logRenders } from './support/render-log.ts';
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clearSelection } from '../../src/stores/selection.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';
import { signUp } from './support/sign-up.ts';

test('Typing renders nothing outside the box', async () => {
  clearSelection();
  const backend = await startBackend();
  const { world } = backend;
  const ada = signUp(backend, 'Ada');
  const ben = signUp(backend, 'Ben');
  const cleo = signUp(backend, 'Cleo');
  world.send(cleo.user._id, ada.user._id, { text: 'Stays unread' });
  for (let index = 0; index < 60; index += 1) {
    world.send(ben.user._id, ada.user._id, { text: `Message ${index}` });
  }
  const { queryClient } = await renderApp({ path: '/', token: ada.token });
  const row = await screen.findByRole('link', { name: /Ben/ });
  const opening = await logRenders(() => act(async () => void fireEvent.click(row)));
  expect(opening.some((path) => path.at(-1) === 'Sidebar')).toBe(true);
  const box = await screen.findByPlaceholderText<HTMLTextAreaElement>('Send a message...');
  await screen.findByText('Message 59');
  await act(async () => box.focus());
  // What comes by itself after the start has come: the overlays, and the list that is read again because
  // somebody is online.
  await waitFor(() => expect(document.title).toContain('(1)'));
  await waitFor(() => {
    expect(backend.calls.filter(({ path }) => path === '/messages/users')).toHaveLength(2);
    expect(queryClient.isFetching()).toBe(0);
  });

  const renders = await logRenders(async () => {
    for (const text of ['H', 'He', 'Hel', 'Hell', 'Hello']) {
      await act(async () => fireEvent.change(box, { target: { value: text } }));
    }
  });
  expect(box.value).toBe('Hello');
  expect(renders.some((path) => path.at(-1) === 'Composer')).toBe(true);
  expect(renders.filter((path) => !path.includes('Composer'))).toEqual([]);
});
