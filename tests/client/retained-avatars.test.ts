/** Profile pictures of a backend that sends them whole: retained by the browser, and not in the cache. */
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fitPeople } from '../../src/kept/keep.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import { restoreAvatar } from '../../src/pictures/avatars.ts';
import { getMe } from '../../src/session/auth.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';
import { openWindow, startWorld } from './support/window.ts';

const before = makeDataUrl(makePng(3, 2));
const after = makeDataUrl(makePng(2, 3));

/** Two people with a picture each, and the list of the others loaded. */
async function loadAvatars() {
  const { backend, me, peer } = await startWorld();
  for (const { _id, fullName, bio = '' } of [me, peer]) {
    backend.world.updateProfile(_id, { fullName, bio, profilePic: before });
  }
  const { queryClient, crash } = await openWindow();
  onTestFinished(crash);
  const load = async () => {
    await queryClient.query({ ...userQueries.list(), staleTime: 0 });
    return getUsers(queryClient)?.[0];
  };
  return { backend, peer, queryClient, load, loaded: await load() };
}

test('Everybody is named by a blob address, which stays as long as the picture does', async () => {
  const { backend, peer, queryClient, load, loaded } = await loadAvatars();
  expect(loaded?.profilePic).toMatch(/^blob:/);
  expect(getMe(queryClient)?.profilePic).toMatch(/^blob:/);
  expect(await load()).toBe(loaded);
  const { _id, fullName, bio = '' } = peer;
  backend.world.updateProfile(_id, { fullName, bio, profilePic: after });
  const changed = await load();
  expect(changed?.profilePic).toMatch(/^blob:/);
  expect(changed?.profilePic).not.toBe(loaded?.profilePic);
});

test('They go to disk as bytes, and come back under an address, unless the server has sent another one', async () => {
  const { backend, peer, load, loaded } = await loadAvatars();
  const [stored] = fitPeople(loaded ? [loaded] : []);
  expect(stored).not.toHaveProperty('profilePic');
  expect(stored?.avatar?.picture.size).toBe(makePng(3, 2).length);
  expect(stored && restoreAvatar(stored)).toEqual(loaded);
  const { _id, fullName, bio = '' } = peer;
  backend.world.updateProfile(_id, { fullName, bio, profilePic: after });
  const changed = await load();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  expect(stored && restoreAvatar(stored).profilePic).toBe(changed?.profilePic);
  expect(revoke).not.toHaveBeenCalled();
});
