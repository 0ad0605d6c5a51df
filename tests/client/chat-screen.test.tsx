/** The chat home: what stays of a count after its conversation was opened, and the switcher. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { userQueries } from '../../src/people/users.ts';
import { eventually } from '../support/eventually.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';

const person = (fullName: string) => ({
  fullName,
  email: `${fullName.toLowerCase()}@example.org`,
  password: 'correct horse',
  bio: 'Hello.',
});

const code = vi.hoisted(() => Promise.withResolvers<void>());
/** The code of conversations comes late, once. */
vi.mock('../../src/conversation/messages.ts', async (load) => {
  await code.promise;
  return load();
});

test('A conversation that was left before its code came is not read, and so not seen', async () => {
  const backend = await startBackend();
  const ada = backend.world.signUp(person('Ada'));
  const ben = backend.world.signUp(person('Ben'));
  const cleo = backend.world.signUp(person('Cleo'));
  backend.world.send(ben.user._id, ada.user._id, { text: 'Hello' });
  await renderApp({ path: '/', token: ada.token });
  const read = vi.spyOn(backend.world, 'readConversation');
  fireEvent.click(await screen.findByRole('link', { name: /^Ben/ }));
  fireEvent.click(screen.getByRole('link', { name: /^Cleo/ }));
  code.resolve();
  await eventually(() => expect(read).toHaveBeenCalledWith(ada.user._id, cleo.user._id));
  expect(read).not.toHaveBeenCalledWith(ada.user._id, ben.user._id);
});

test('The switcher opens the last person found where fewer are found after the list came again', async () => {
  const backend = await startBackend();
  const ada = backend.world.signUp(person('Ada'));
  for (const name of ['Ben', 'Cleo', 'Dan']) backend.world.signUp(person(name));
  const { queryClient } = await renderApp({ path: '/', token: ada.token });
  await screen.findByRole('link', { name: /^Dan/ });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox');
  await within(screen.getByRole('dialog')).findByText('Dan');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  act(() => {
    queryClient.setQueryData(userQueries.list().queryKey, (users) => users?.slice(0, 1));
  });
  await eventually(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  const [option] = screen.getAllByRole('option');
  expect(option?.getAttribute('aria-selected')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(option?.id);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.queryByRole('dialog')).toBeNull();
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
