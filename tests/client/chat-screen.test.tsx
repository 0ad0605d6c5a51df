/** The chat home: the search box, and who joins. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { userQueries } from '../../src/people/users.ts';
import { eventually } from '../support/eventually.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';

const person = (fullName: string) => ({
  fullName,
  email: `${fullName.toLowerCase()}@example.org`,
  password: 'correct horse',
  bio: 'Hello.',
});

test('Who signs up meanwhile is named once', async () => {
  const backend = await startBackend();
  const ada = backend.world.signUp(person('Ada'));
  backend.world.signUp(person('Ben'));
  const { queryClient } = await renderApp({ path: '/', token: ada.token });
  await screen.findByRole('link', { name: /^Ben/ });
  // The code that tells comes after the list.
  await eventually(() => {
    fireEvent.keyDown(document.body, { key: '?' });
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
  backend.world.signUp(person('Cleo'));
  await act(() => queryClient.invalidateQueries(userQueries.list()));
  await screen.findByText('Cleo joined.');
  expect(screen.queryByText('Ben joined.')).toBeNull();
});

test('The search box filters the list, and choosing somebody ends that, which would hide who writes next (LIST-2)', async () => {
  const backend = await startBackend();
  const ada = backend.world.signUp(person('Ada'));
  for (const name of ['Ben', 'Cleo']) backend.world.signUp(person(name));
  await renderApp({ path: '/', token: ada.token });
  await screen.findByRole('link', { name: /^Cleo/ });
  const search = screen.getByPlaceholderText<HTMLInputElement>('Seacrch any user...');
  fireEvent.change(search, { target: { value: 'ben' } });
  await eventually(() => expect(screen.queryByRole('link', { name: /^Cleo/ })).toBeNull());
  fireEvent.click(screen.getByRole('link', { name: /^Ben/ }));
  await screen.findByRole('link', { name: /^Cleo/ });
  expect(search.value).toBe('');
});
