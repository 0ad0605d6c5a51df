/** Addresses of conversations, and where the browser's Back and Forward lead between them. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enterOverlay } from '../../src/screens/history-entries.ts';
import { endSession } from '../../src/stores/session.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';
import { signUp } from './support/sign-up.ts';
import { mockMedia } from './support/window.ts';

async function prepare() {
  const backend = await startBackend();
  const { token } = signUp(backend, 'Ada');
  const [ben = '', cleo = '', dan = ''] = ['Ben', 'Cleo', 'Dan'].map(
    (name) => signUp(backend, name).user._id,
  );
  return { token, ben, cleo, dan };
}

// By selectors: looking through the page for roles takes most of a second each time.
function toRow(name: string): Promise<Element> {
  return waitFor(() => {
    const rows = [...document.querySelectorAll('a[data-user-id]')];
    const row = rows.find((one) => one.querySelector('.name')?.textContent === name);
    if (!row) throw new Error(`There is no row of ${name}.`);
    return row;
  });
}
async function press(name: string): Promise<void> {
  fireEvent.click(await toRow(name));
}
const conversationWith = (name: string) =>
  waitFor(() =>
    expect(document.querySelector('[aria-label=Conversation] h2')?.textContent).toBe(name),
  );
const toWelcome = () => screen.findByText('Chat anytime, anywhere');

test('a conversation has an address, which opens it and names the person in the title', async () => {
  const { token, ben } = await prepare();
  const { history } = await renderApp({ path: `/?with=${ben}`, token });
  await conversationWith('Ben');
  await waitFor(() => expect(document.title).toBe('Ben · Duet'));
  expect(history.location.href).toBe(`/?with=${ben}`);
  // The list lies below.
  act(() => history.back());
  await toWelcome();
  expect(history.location.href).toBe('/');
  expect(document.title).toBe('Duet');
  act(() => history.forward());
  await conversationWith('Ben');
  await act(async () => endSession());
  await screen.findByRole('heading', { level: 1, name: 'Login' });
  expect(document.title).toBe('Login · Duet');
});

test('a row is the link of its conversation; with Ctrl the browser opens it elsewhere', async () => {
  const { token, ben } = await prepare();
  const { history } = await renderApp({ path: '/', token });
  const row = await toRow('Ben');
  expect(row.getAttribute('href')).toBe(`/?with=${ben}`);
  expect(fireEvent.click(row, { ctrlKey: true })).toBe(true);
  expect(history.location.href).toBe('/');
});

test('Back goes through the conversations to the list, and leaving one leads to the list at once', async () => {
  const { token, ben, cleo } = await prepare();
  const { history } = await renderApp({ path: '/', token });
  const start = history.length;
  for (const name of ['Ben', 'Cleo', 'Dan']) {
    await press(name);
    await conversationWith(name);
  }
  act(() => history.back());
  await conversationWith('Cleo');
  expect(history.location.href).toBe(`/?with=${cleo}`);
  act(() => history.back());
  await conversationWith('Ben');
  act(() => history.forward());
  await conversationWith('Cleo');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await toWelcome();
  await waitFor(() => expect(history.location.href).toBe('/'));
  expect(history.location.state.__TSR_index).toBe(0);
  await press('Ben');
  await conversationWith('Ben');
  expect(history.location.href).toBe(`/?with=${ben}`);
  expect(history.length).toBe(start + 1);
});

test('on a small screen Back leads from any conversation to the list', async () => {
  const { token } = await prepare();
  const { history } = await renderApp({ path: '/', token });
  await press('Ben');
  await press('Cleo');
  await conversationWith('Cleo');
  // A window that has become small, or a phone that was turned upright.
  const small = mockMedia('47.999em');
  act(() => history.back());
  await toWelcome();
  expect(history.location.href).toBe('/');
  for (const name of ['Ben', 'Cleo', 'Dan']) await press(name);
  await conversationWith('Dan');
  expect(history.length).toBe(2);
  act(() => history.back());
  await toWelcome();
  small.mockRestore();
});

test('Back closes the topmost thing that is open, and passes what has closed by itself', async () => {
  const { token } = await prepare();
  const { history } = await renderApp({ path: '/', token });
  await press('Ben');
  await conversationWith('Ben');
  const closed: string[] = [];
  const open = (name: string) => enterOverlay(history, () => closed.push(name));
  open('search');
  const closeViewer = open('viewer');
  closeViewer();
  open('emoji');
  // In the place of the viewer.
  expect(history.length).toBe(4);
  act(() => history.back());
  expect(closed).toEqual(['emoji']);
  const closeSheet = open('sheet');
  closeSheet();
  act(() => history.back());
  expect(closed).toEqual(['emoji', 'search']);
  await conversationWith('Ben');
  // Another conversation closes what stands over this one, and takes its place.
  open('switcher');
  await press('Cleo');
  await conversationWith('Cleo');
  expect(closed).toEqual(['emoji', 'search', 'switcher']);
  for (const name of ['Ben', undefined]) {
    act(() => history.back());
    await (name ? conversationWith(name) : toWelcome());
  }
});
