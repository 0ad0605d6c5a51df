/** What a person prefers, and whom they mute, pin or mark: kept in local storage, whatever else stands there. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PREFERENCES_KEY } from '../../src/stores/storage-keys.ts';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

const loadPreferences = () => import('../../src/stores/preferences.ts');
const loadMutes = () => import('../../src/notifications/mute-list.ts');

/** As another window of the browser would write it, or clear everything. */
function writeElsewhere(key: string | null, value = ''): void {
  if (key === null) localStorage.clear();
  else localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

test('Preferences have their defaults, outlive the page, and follow another window', async () => {
  const first = await loadPreferences();
  expect(first.getPreference('theme')).toBe('system');
  first.setPreference('theme', 'dark');
  first.setPreference('textSize', 125);
  vi.resetModules();
  const { getPreference, subscribePreferences } = await loadPreferences();
  expect([getPreference('theme'), getPreference('textSize')]).toEqual(['dark', 125]);
  const handleChange = vi.fn();
  subscribePreferences(handleChange);
  writeElsewhere(PREFERENCES_KEY, '{"sendKey":"command-enter"}');
  expect(getPreference('sendKey')).toBe('command-enter');
  expect(handleChange).toHaveBeenCalled();
  writeElsewhere(null);
  expect(getPreference('sendKey')).toBe('enter');
});

test.each(['', 'null', '[]', '{"theme":"pink","textSize":"huge","hasSound":"yes"}', '{"theme":'])(
  'What has another form in the storage is as if it were not there: %s',
  async (stored) => {
    localStorage.setItem(PREFERENCES_KEY, stored);
    localStorage.setItem('pinned:ada', stored);
    const { getPreference } = await loadPreferences();
    const read = [getPreference('theme'), getPreference('textSize'), getPreference('hasSound')];
    expect(read).toEqual(['system', 100, true]);
    const { getMarked, close } = await openList('ada');
    expect([...getMarked('pinned')]).toEqual([]);
    close();
  },
);

describe('Somebody who is muted', () => {
  test('is so for the account that said so, also after a reload, and in every window', async () => {
    const first = await loadMutes();
    const close = first.openMutes('ada');
    first.mute('ada', 'ben', null);
    expect(first.isMuted('ben')).toBe(true);
    close();
    vi.resetModules();
    const next = await loadMutes();
    const closeOther = next.openMutes('cleo');
    expect(next.isMuted('ben')).toBe(false);
    closeOther();
    next.openMutes('ada');
    expect(next.isMuted('ben')).toBe(true);
    writeElsewhere('mutes:ada', '{}');
    expect(next.isMuted('ben')).toBe(false);
    writeElsewhere('mutes:ada', '{"ben":null}');
    writeElsewhere(null);
    expect(next.isMuted('ben')).toBe(false);
  });

  test('stays so when an older list of the server comes late', async () => {
    const answer = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', async () => (await answer.promise).clone());
    const { openMutes, readMutes, isMuted } = await loadMutes();
    const { receiveMutes } = await import('../../src/stores/people-settings.ts');
    const reading = readMutes();
    // What is kept on the device does not count as newer.
    openMutes('ada');
    answer.resolve(Response.json({ success: true, mutes: [{ userId: 'cleo', until: null }] }));
    await reading;
    expect(isMuted('cleo')).toBe(true);

    const late = readMutes();
    receiveMutes([{ userId: 'ben', until: null }]);
    await late;
    expect([isMuted('ben'), isMuted('cleo')]).toEqual([true, false]);

    // The code that keeps them was late.
    localStorage.clear();
    openMutes('ada');
    expect(isMuted('ben')).toBe(true);
    vi.unstubAllGlobals();
  });

  test('stays so when that was said before what is kept had been read', async () => {
    // Some of it has another form.
    localStorage.setItem('mutes:ada', '{"cleo":null,"dan":null,"eve":"later"}');
    const { openMutes, mute, unmute, isMuted } = await loadMutes();
    mute('ada', 'ben', null);
    unmute('ada', 'dan');
    openMutes('ada');
    expect(['ben', 'cleo', 'dan', 'eve'].filter(isMuted)).toEqual(['ben', 'cleo']);
  });

  test('is heard again when the time is over, by the minute', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { openMutes, mute, isMuted } = await loadMutes();
    const { getMutes } = await import('../../src/stores/people-settings.ts');
    openMutes('ada');
    mute('ada', 'ben', Date.now() + 60_000);
    mute('ada', 'cleo', Date.now() + 120_000);
    vi.advanceTimersByTime(60_000);
    expect([...getMutes().keys()]).toEqual(['cleo']);
    expect([isMuted('ben'), isMuted('cleo')]).toEqual([false, true]);
    // As after the device has slept: no timer has run.
    vi.setSystemTime(Date.now() + 60_000);
    expect(isMuted('cleo')).toBe(false);
  });
});

/** As a new window loads it. */
async function openList(accountId: string) {
  vi.resetModules();
  const { getMarked } = await import('../../src/stores/people-settings.ts');
  const { followRowMarks, markRow } = await import('../../src/screens/chat/people/mark-row.ts');
  const { selectUser } = await import('../../src/stores/selection.ts');
  const close = followRowMarks(accountId);
  return { getMarked, markRow, selectUser, close };
}

describe('A mark in the people list', () => {
  test('stays in this browser for this account alone, and follows its other windows', async () => {
    const first = await openList('ada');
    first.markRow('ada', 'pinned', 'ben', true);
    first.markRow('ada', 'unread', 'cleo', true);
    first.close();
    expect([...first.getMarked('pinned')]).toEqual([]);

    const others = await openList('dora');
    expect([...others.getMarked('pinned'), ...others.getMarked('unread')]).toEqual([]);
    others.close();

    const { getMarked, markRow, close } = await openList('ada');
    const read = () => [[...getMarked('pinned')], [...getMarked('unread')]];
    expect(read()).toEqual([['ben'], ['cleo']]);
    markRow('ada', 'pinned', 'ben', false);
    expect(read()).toEqual([[], ['cleo']]);
    writeElsewhere('pinned:ada', '["dan"]');
    writeElsewhere('pinned:dora', '["cleo"]');
    expect(read()).toEqual([['dan'], ['cleo']]);
    writeElsewhere(null);
    expect(read()).toEqual([[], []]);
    close();
  });

  test('of unread ends when the conversation is opened', async () => {
    const { getMarked, markRow, selectUser, close } = await openList('ada');
    markRow('ada', 'unread', 'ben', true);
    markRow('ada', 'unread', 'cleo', true);
    selectUser('ben');
    expect([...getMarked('unread')]).toEqual(['cleo']);
    expect(localStorage.getItem('unread:ada')).toBe('["cleo"]');
    close();
  });
});
