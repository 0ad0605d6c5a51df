/** What is preferred on this device, and who is muted: kept in local storage, whatever else stands there. */
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

/** As another window of the browser would write it. */
function writeElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

describe('Preferences', () => {
  test('have their defaults, outlive the page, and each has one of its values', async () => {
    const first = await loadPreferences();
    expect(first.getPreference('theme')).toBe('system');
    first.setPreference('theme', 'dark');
    first.setPreference('textSize', 125);
    vi.resetModules();
    const next = await loadPreferences();
    expect([next.getPreference('theme'), next.getPreference('textSize')]).toEqual(['dark', 125]);
  });

  test.each(['', 'null', '[]', '{"theme":"pink","textSize":"huge","hasSound":"yes"}', '{"theme":'])(
    'are the defaults where something else stands: %s',
    async (stored) => {
      localStorage.setItem(PREFERENCES_KEY, stored);
      const { getPreference } = await loadPreferences();
      expect(getPreference('theme')).toBe('system');
      expect(getPreference('textSize')).toBe(100);
      expect(getPreference('hasSound')).toBe(true);
    },
  );

  test('follow another window', async () => {
    const { getPreference, subscribePreferences } = await loadPreferences();
    const handleChange = vi.fn();
    subscribePreferences(handleChange);
    writeElsewhere(PREFERENCES_KEY, '{"sendKey":"command-enter"}');
    expect(getPreference('sendKey')).toBe('command-enter');
    expect(handleChange).toHaveBeenCalled();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(getPreference('sendKey')).toBe('enter');
  });
});

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
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(next.isMuted('ben')).toBe(false);
  });

  test('stays so beside whoever is muted after the screen was left', async () => {
    const { openMutes, mute, isMuted } = await loadMutes();
    const close = openMutes('ada');
    mute('ada', 'ben', null);
    close();
    mute('ada', 'cleo', null);
    openMutes('ada');
    expect(['ben', 'cleo'].filter(isMuted)).toEqual(['ben', 'cleo']);
  });

  test('stays so when that was said before what is kept had been read', async () => {
    localStorage.setItem('mutes:ada', '{"cleo":null,"dan":null}');
    const { openMutes, mute, unmute, isMuted } = await loadMutes();
    mute('ada', 'ben', null);
    unmute('ada', 'dan');
    openMutes('ada');
    expect(['ben', 'cleo', 'dan'].filter(isMuted)).toEqual(['ben', 'cleo']);
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

  test('is whoever was muted, whatever their id', async () => {
    const ids = ['constructor', '__proto__'];
    const { openMutes, mute, unmute, isMuted } = await loadMutes();
    const close = openMutes('ada');
    expect(ids.filter(isMuted)).toEqual([]);
    for (const id of ids) mute('ada', id, null);
    close();
    openMutes('ada');
    expect(ids.filter(isMuted)).toEqual(ids);
    for (const id of ids) unmute('ada', id);
    expect(ids.filter(isMuted)).toEqual([]);
  });

  test('is nobody where something else stands in the storage', async () => {
    localStorage.setItem('mutes:ada', '{"ben":"later","cleo":null,"dan":4}');
    const { openMutes, isMuted } = await loadMutes();
    openMutes('ada');
    expect(['ben', 'cleo', 'dan'].filter(isMuted)).toEqual(['cleo']);
  });
});
