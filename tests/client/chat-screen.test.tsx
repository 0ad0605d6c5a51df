/** The chat home: the search box, and who joins. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { userQueries } from '../../src/people/users.ts';
import { publishArrival } from '../../src/stores/message-events.ts';
import { setPreference } from '../../src/stores/preferences.ts';
import { eventually } from '../support/eventually.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';
import { makeMessage } from './support/messages.ts';
import { signUp } from './support/sign-up.ts';

test('Who signs up meanwhile is named once, and a screen reader is told who writes in a conversation that is not open', async () => {
  const backend = await startBackend();
  const ada = signUp(backend, 'Ada');
  const ben = signUp(backend, 'Ben');
  const { queryClient } = await renderApp({ path: '/', token: ada.token });
  await screen.findByRole('link', { name: /^Ben/ });
  // The code that tells comes after the list.
  await eventually(() => {
    fireEvent.keyDown(document.body, { key: '?' });
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
  signUp(backend, 'Cleo');
  await act(() => queryClient.invalidateQueries(userQueries.list()));
  await screen.findByText('Cleo joined.');
  expect(screen.queryByText('Ben joined.')).toBeNull();
  // happy-dom has no loudspeaker.
  setPreference('hasSound', false);
  publishArrival(makeMessage(1, { senderId: ben.user._id }));
  const readRegion = () => document.querySelector('[data-announcer]')?.textContent;
  await eventually(() => expect(readRegion()).toBe('New message from Ben'));
});

test('The search box filters the list, and choosing somebody ends that, which would hide who writes next (LIST-2)', async () => {
  const backend = await startBackend();
  const ada = signUp(backend, 'Ada');
  for (const name of ['Ben', 'Cleo']) signUp(backend, name);
  await renderApp({ path: '/', token: ada.token });
  await screen.findByRole('link', { name: /^Cleo/ });
  const search = screen.getByPlaceholderText<HTMLInputElement>('Seacrch any user...');
  fireEvent.change(search, { target: { value: 'ben' } });
  await eventually(() => expect(screen.queryByRole('link', { name: /^Cleo/ })).toBeNull());
  fireEvent.click(screen.getByRole('link', { name: /^Ben/ }));
  await screen.findByRole('link', { name: /^Cleo/ });
  expect(search.value).toBe('');
});
