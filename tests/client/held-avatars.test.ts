/** Profile pictures of a backend that sends them whole: held by the browser, and not by the cache. */
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fitPeople } from '../../src/kept/keep.ts';
import { getUsers, userQueries } from '../../src/people/users.ts';
import { holdAvatars, restoreAvatar } from '../../src/pictures/avatars.ts';
import { authQueries, getMe } from '../../src/session/auth.ts';
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

test('Everybody is named by a blob address, the own account included', async () => {
  const { queryClient, loaded } = await loadAvatars();
  expect(loaded?.profilePic).toMatch(/^blob:/);
  expect(getMe(queryClient)?.profilePic).toMatch(/^blob:/);
  expect(queryClient.getQueryData(authQueries.me().queryKey)?.profilePic).not.toBe(
    loaded?.profilePic,
  );
});

test('The address stays as long as the picture does, and the person is the same', async () => {
  const { backend, peer, load, loaded } = await loadAvatars();
  expect(await load()).toBe(loaded);
  const { _id, fullName, bio = '' } = peer;
  backend.world.updateProfile(_id, { fullName, bio, profilePic: after });
  const changed = await load();
  expect(changed?.profilePic).toMatch(/^blob:/);
  expect(changed?.profilePic).not.toBe(loaded?.profilePic);
});

test('They go to disk as bytes, and come back under an address', async () => {
  const { loaded } = await loadAvatars();
  const [stored] = fitPeople(loaded ? [loaded] : []);
  expect(stored).not.toHaveProperty('profilePic');
  expect(stored?.avatar?.picture.size).toBe(makePng(3, 2).length);
  const restored = stored && restoreAvatar(stored);
  expect(restored).toEqual(loaded);
});

test('One that the server has sent meanwhile stays when an older one comes from disk', async () => {
  const { backend, peer, load, loaded } = await loadAvatars();
  const [stored] = fitPeople(loaded ? [loaded] : []);
  const { _id, fullName, bio = '' } = peer;
  backend.world.updateProfile(_id, { fullName, bio, profilePic: after });
  const changed = await load();
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const restored = stored && restoreAvatar(stored);
  expect(restored?.profilePic).toBe(changed?.profilePic);
  expect(revoke).not.toHaveBeenCalled();
});

test('People whose pictures are addresses stay as they are', async () => {
  const people = [{ _id: 'a', fullName: 'A', bio: '', profilePic: '/media/a' }];
  expect(people.map(restoreAvatar)).toEqual(people);
  expect(await holdAvatars(people)).toBe(people);
  expect(fitPeople(people)).toEqual(people);
});
