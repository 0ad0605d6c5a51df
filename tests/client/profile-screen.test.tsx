/** Spec section 2, "Profile editor", and its rules in section 5. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { authQueries } from '../../src/session/auth.ts';
import { makePerson } from '../support/backends.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';

const ada = { ...makePerson('Ada Lovelace') };
const bytes = makePng(2, 2);
const PNG = makeDataUrl(bytes);
const png = new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' });

async function openEditor() {
  const backend = await startBackend();
  const { token } = backend.world.signUp(ada);
  const app = await renderApp({ path: '/profile', token });
  await screen.findByRole('heading', { name: 'Profile Details' });
  const saves = () => backend.calls.filter(({ method }) => method === 'PUT');
  return { backend, app, saves };
}

const name = () => screen.getByPlaceholderText<HTMLInputElement>('Your name');
const bio = () => screen.getByPlaceholderText<HTMLTextAreaElement>('Enter Your Bio');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const file = () => screen.getByLabelText<HTMLInputElement>('Upload profile image');
const pick = (picked: File) => fireEvent.change(file(), { target: { files: [picked] } });
const areLocked = () => [name().readOnly, bio().readOnly, file().disabled];
const preview = () => document.querySelector('main img');

const goBack = () => fireEvent.click(screen.getByRole('link', { name: 'Back to chats' }));
async function pickAndSee() {
  pick(png);
  await waitFor(() => expect(preview()?.getAttribute('src')).toBe(PNG));
}
const pressEscape = () => fireEvent.keyDown(name(), { key: 'Escape' });

test('begins with the current name and bio, both required, and picks png and jpeg files (EDIT-1, EDIT-2, EDIT-3, EDIT-4, LIMIT-5, LIMIT-6)', async () => {
  const { app } = await openEditor();
  expect([name().value, bio().value]).toEqual([ada.fullName, ada.bio]);
  expect([name().required, bio().required]).toEqual([true, true]);
  expect(bio().getAttribute('rows')).toBe('4');
  expect(file().getAttribute('accept')).toBe('.png,.jpg,.jpeg');
  screen.getByText(ada.email);
  // Other backends do not tell it.
  act(() =>
    app.queryClient.setQueryData(authQueries.me().queryKey, (me) => {
      if (!me) return me;
      const { email: _told, ...untold } = me;
      return untold;
    }),
  );
  await waitFor(() => expect(screen.queryByText(ada.email)).toBeNull());
  expect(name().value).toBe(ada.fullName);
});

test('without a new picture sends name and bio only, tells of the success and goes home (EDIT-5, EDIT-7, VALID-4, ERROR-3)', async () => {
  const { app, saves } = await openEditor();
  type(bio(), 'Countess.');
  // As a password manager may fill it: without an event.
  name().value = ' Ada King ';
  save();
  await waitFor(() => expect(app.getPath()).toBe('/'));
  await screen.findByText('Profile updated Successfully');
  expect(saves().map(({ path, fields }) => [path, fields])).toEqual([
    ['/auth/update-profile', { fullName: 'Ada King', bio: 'Countess.' }],
  ]);
});

test('a picture that is still being read when Save is pressed is sent too, with name and bio (VALID-4)', async () => {
  const { app, saves } = await openEditor();
  pick(png);
  save();
  await waitFor(() => expect(app.getPath()).toBe('/'));
  expect(saves()[0]?.fields).toEqual({ fullName: ada.fullName, bio: ada.bio, profilePic: PNG });
});

test.each([
  ['no image (ERROR-4)', 'text/plain', 'Select an image file'],
  ['an image by name alone', 'image/gif', /can’t be read/],
])('a file that is %s is refused, and what was picked before stays', async (_what, type, words) => {
  await openEditor();
  await pickAndSee();
  pick(new File(['words'], 'other', { type }));
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(preview()?.getAttribute('src')).toBe(PNG);
});

test('name and bio of blanks alone are not sent', async () => {
  const { saves } = await openEditor();
  type(name(), '  ');
  type(bio(), '');
  save();
  expect(document.activeElement).toBe(name());
  expect(screen.getByText('Enter your name.')).toBeTruthy();
  expect(screen.getByText('Say a few words about yourself.')).toBeTruthy();
  expect(saves()).toEqual([]);
});

test('a refused save stays, keeps what was typed, says why, and can be repeated', async () => {
  const { backend, app } = await openEditor();
  backend.faults.script({ method: 'PUT' }, { kind: 'refuse', message: 'That name is taken.' });
  type(name(), 'Ada King');
  save();
  expect((await screen.findByRole('alert')).textContent).toBe('That name is taken.');
  expect(app.getPath()).toBe('/profile');
  expect(name().value).toBe('Ada King');
  expect(areLocked()).toEqual([false, false, false]);
  save();
  await waitFor(() => expect(app.getPath()).toBe('/'));
});

test('pressing Save twice is one call, and until its answer nothing can be edited that would be lost', async () => {
  const { backend, app, saves } = await openEditor();
  const answer = Promise.withResolvers<void>();
  backend.faults.script({ method: 'PUT' }, { kind: 'holdAnswer', until: answer.promise });
  save();
  save();
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(areLocked()).toEqual([true, true, true]);
  answer.resolve();
  await waitFor(() => expect(app.getPath()).toBe('/'));
  expect(saves()).toHaveLength(1);
});

test.each([
  ['the name and the arrow', () => type(name(), 'Ada King'), goBack],
  ['the bio and Esc', () => type(bio(), 'Countess.'), pressEscape],
  ['the picture and Esc', pickAndSee, pressEscape],
])('an edit of %s: it is asked before that is given up', async (_what, edit, goAway) => {
  const { app } = await openEditor();
  await edit();
  goAway();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.getPath()).toBe('/profile');
  goAway();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(app.getPath()).toBe('/'));
});
