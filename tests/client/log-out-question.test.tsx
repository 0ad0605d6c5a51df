/** Logging out asks first if something unfinished would be lost. */
import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeDraft } from '../../src/kept/drafts.ts';
import { openOutbox } from '../../src/outbox/open-outbox.ts';
import { askFor } from '../../src/stores/asked.ts';
import { renderApp, startBackend } from '../support/render-app.tsx';

/** The delay before the question while messages are on their way. */
const ON_ITS_WAY_MS = 400;

/** Holds back timers of that delay. Returns a function that fires those that were not cancelled. */
function holdTimers() {
  const held = new Map<unknown, () => void>();
  const start = globalThis.setTimeout;
  const stop = globalThis.clearTimeout;
  const starting = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    act: (...given: unknown[]) => void,
    delay?: number,
    ...given: unknown[]
  ) => {
    const isHeld = delay === ON_ITS_WAY_MS;
    const timer = start(isHeld ? () => {} : () => act(...given), isHeld ? 0 : delay);
    if (isHeld) held.set(timer, () => act(...given));
    return timer;
  }) as typeof setTimeout);
  const stopping = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    stop(timer);
  });
  onTestFinished(() => {
    starting.mockRestore();
    stopping.mockRestore();
  });
  return {
    held,
    fire() {
      for (const act of held.values()) act();
    },
  };
}

test('The list tells what would be lost now, whatever an earlier look has found', async () => {
  const backend = await startBackend();
  const signUp = (fullName: string) =>
    backend.world.signUp({
      fullName,
      email: `${fullName}@example.org`,
      password: 'correct horse',
      bio: '.',
    });
  const { user: ada, token } = signUp('Ada');
  const { user: grace } = signUp('Grace');
  const never = Promise.withResolvers<void>();
  onTestFinished(() => never.resolve());
  backend.faults.script({ method: 'POST' }, { kind: 'holdAnswer', until: never.promise });
  const { queryClient } = await renderApp({ path: '/', token });
  await screen.findByText('Grace');
  const outbox = openOutbox(queryClient);
  act(() => {
    outbox.send(grace._id, { text: 'One' });
    outbox.send(grace._id, { text: 'Two' });
  });
  const timers = holdTimers();
  act(() => askFor('logout'));
  await waitFor(() => expect(timers.held.size).toBe(1));
  changeDraft(ada._id, grace._id, { text: 'Half a sen', cursor: 0, pictures: [] });
  const [, second] = queryClient.getMutationCache().getAll();
  act(() => second && queryClient.getMutationCache().remove(second));
  const question = await screen.findByRole('dialog');
  await within(question).findByText('Half a sen');
  act(timers.fire);
  expect(within(question).getByText('Half a sen')).toBeTruthy();
});
