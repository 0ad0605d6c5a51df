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

/** As a new window of an account. */
async function open(accountId: string | null) {
  vi.resetModules();
  const { openAccountStores } = await import('../../src/stores/account-store.ts');
  openAccountStores(accountId);
  const settings = await import('../../src/stores/people-settings.ts');
  return { ...settings, ...(await import('../../src/notifications/mute-list.ts')) };
}

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
    const { getFlagged } = await open('ada');
    expect([...getFlagged('pinned')]).toEqual([]);
  },
);

describe('Somebody who is muted', () => {
  test('is so for the account that said so, also after a reload, and in every window', async () => {
    const first = await open('ada');
    first.mute('ben', null);
    expect(first.isMuted('ben')).toBe(true);
    expect((await open('cleo')).isMuted('ben')).toBe(false);
    const next = await open('ada');
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
    const { readMutes, receiveMutes, isMuted } = await open('ada');
    const reading = readMutes();
    answer.resolve(Response.json({ success: true, mutes: [{ userId: 'cleo', until: null }] }));
    await reading;
    expect(isMuted('cleo')).toBe(true);

    const late = readMutes();
    receiveMutes([{ userId: 'ben', until: null }]);
    await late;
    expect([isMuted('ben'), isMuted('cleo')]).toEqual([true, false]);
    vi.unstubAllGlobals();
  });

  test('stays so beside others, whatever else is kept', async () => {
    localStorage.setItem('mutes:ada', '{"cleo":null,"dan":null,"eve":"later"}');
    const { mute, unmute, isMuted } = await open('ada');
    mute('ben', null);
    unmute('dan');
    expect(['ben', 'cleo', 'dan', 'eve'].filter(isMuted)).toEqual(['ben', 'cleo']);
  });

  test('is heard again when the time is over, by the minute', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const { followMutes, getMutes, mute, isMuted } = await open('ada');
    followMutes();
    mute('ben', Date.now() + 60_000);
    mute('cleo', Date.now() + 120_000);
    vi.advanceTimersByTime(60_000);
    expect([...getMutes().keys()]).toEqual(['cleo']);
    expect([isMuted('ben'), isMuted('cleo')]).toEqual([false, true]);
    // As after the device has slept: no timer has run.
    vi.setSystemTime(Date.now() + 60_000);
    expect(isMuted('cleo')).toBe(false);
  });
});

describe('A mark in the people list', () => {
  test('stays in this browser for this account alone, and follows its other windows', async () => {
    const first = await open('ada');
    first.setFlagged('pinned', 'ben', true);
    first.setFlagged('unread', 'cleo', true);

    const others = await open('dora');
    expect([...others.getFlagged('pinned'), ...others.getFlagged('unread')]).toEqual([]);

    const { getFlagged, setFlagged } = await open('ada');
    const read = () => [[...getFlagged('pinned')], [...getFlagged('unread')]];
    expect(read()).toEqual([['ben'], ['cleo']]);
    setFlagged('pinned', 'ben', false);
    expect(read()).toEqual([[], ['cleo']]);
    writeElsewhere('pinned:ada', '["dan"]');
    writeElsewhere('pinned:dora', '["cleo"]');
    expect(read()).toEqual([['dan'], ['cleo']]);
    writeElsewhere(null);
    expect(read()).toEqual([[], []]);
  });

  test('of unread ends when the conversation is opened', async () => {
    const { getFlagged, setFlagged } = await open('ada');
    const { useClearUnread } = await import('../../src/screens/overlays/overlays.tsx');
    const { selectUser } = await import('../../src/stores/selection.ts');
    const { act, renderHook } = await import('@testing-library/react');
    setFlagged('unread', 'ben', true);
    setFlagged('unread', 'cleo', true);
    renderHook(useClearUnread);
    act(() => selectUser('ben'));
    expect([...getFlagged('unread')]).toEqual(['cleo']);
    expect(localStorage.getItem('unread:ada')).toBe('["cleo"]');
  });
});
