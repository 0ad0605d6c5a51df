/** What stays of a count after its conversation was opened. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp, startBackend } from '../support/render-app.tsx';

const person = (fullName: string) => ({
  fullName,
  email: `${fullName.toLowerCase()}@example.org`,
  password: 'correct horse',
  bio: 'Hello.',
});

test('The unread line counts what was unseen at the opening, also after the row is pressed again', async () => {
  const backend = await startBackend();
  const ada = backend.world.signUp(person('Ada'));
  const grace = backend.world.signUp(person('Grace'));
  backend.world.send(ada.user._id, grace.user._id, { text: 'zero' });
  backend.world.send(grace.user._id, ada.user._id, { text: 'one' });
  backend.world.send(grace.user._id, ada.user._id, { text: 'two' });
  await renderApp({ path: '/', token: ada.token });

  const row = await screen.findByRole('link', { name: /^Grace/ });
  await within(row).findByText('2');
  fireEvent.click(row);
  const line = await screen.findByText('2 new messages');
  expect(line.nextElementSibling?.textContent).toContain('one');
  expect(within(row).queryByText('2')).toBeNull();

  fireEvent.click(row);
  expect(screen.getByText('2 new messages')).toBe(line);
});
