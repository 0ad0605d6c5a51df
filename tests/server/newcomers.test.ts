/** What those who are online are told of somebody who joins, changes, or goes: enough to load no list for it. */
import { expect, onTestFinished, test } from 'vitest';
import type { User } from '../../src/protocol/entities.ts';
import { startServer } from '../support/server.ts';
import { call, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

test('Everybody hears once who has joined, before that person comes online, who is renamed, and who is deleted', async () => {
  let listed = 0;
  const server = await startServer({
    wrapReader: (reader) => ({
      ...reader,
      listUsers(...asked) {
        listed += 1;
        return reader.listUsers(...asked);
      },
    }),
  });
  onTestFinished(() => server.close());
  const listeners = await Promise.all(
    Array.from({ length: 5 }, async (_, number) => {
      const { token, ...member } = await signUp(server.url, `Member ${number}`);
      return join(server.url, { token, ...member }, { auth: { token, wants: ['presence'] } });
    }),
  );
  listed = 0;

  const newcomer = await signUp(server.url, 'Newcomer');
  const hearChange = (fits: (user: Partial<User>) => boolean) =>
    Promise.all(
      listeners.map(({ hear }) =>
        hear('profileChanged', (user) => user._id === newcomer.id && fits(user)),
      ),
    );
  const profile = { _id: newcomer.id, fullName: 'Newcomer', bio: 'I am Newcomer.' };
  expect(await hearChange(() => true)).toEqual(listeners.map(() => profile));
  const window = await join(server.url, newcomer);
  const isOfNewcomer = ({ userId }: { userId: string }) => userId === newcomer.id;
  await Promise.all(listeners.map(({ hear }) => hear('presence', (all) => all.some(isOfNewcomer))));
  window.close();

  const { token, password } = newcomer;
  const body = { fullName: 'Renamed', bio: 'Here' };
  await call(server.url, 'PUT', '/auth/update-profile', { token, body });
  await hearChange(({ fullName }) => fullName === 'Renamed');
  await call(server.url, 'POST', '/auth/delete-account', { token, body: { password } });
  await hearChange(({ deleted }) => deleted === true);
  for (const { heard, close } of listeners) {
    expect(heard('profileChanged').filter(isOne)).toHaveLength(3);
    close();
  }
  expect(listed).toBe(0);

  function isOne({ _id }: Partial<User>): boolean {
    return _id === newcomer.id;
  }
});
