/** Which key is a shortcut's letter, whatever the keyboard. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { isCommand } from '../../src/ui/keys.ts';

test.each([
  ['a Latin layout', { key: 'k', code: 'KeyK' }, true],
  ['Caps Lock', { key: 'K', code: 'KeyK' }, true],
  ['Russian', { key: 'л', code: 'KeyK' }, true],
  ['another key of Russian', { key: 'д', code: 'KeyL' }, false],
  ['the K of Dvorak', { key: 'k', code: 'KeyV' }, true],
  ['a dead key in its place', { key: 'Dead', code: 'KeyK' }, false],
])('Ctrl+K on %s: %o is %s', (_layout, key, expected) => {
  const event = new KeyboardEvent('keydown', { ...key, ctrlKey: true });
  expect(isCommand(event, 'k')).toBe(expected);
});

test.each([
  ['Linux x86_64', 'ctrlKey', true],
  ['Linux x86_64', 'metaKey', false],
  ['MacIntel', 'metaKey', true],
  // In text fields of macOS, Ctrl+K deletes to the end of the line.
  ['MacIntel', 'ctrlKey', false],
])('On %s, %s with K is a shortcut: %s', (platform, modifier, expected) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const event = new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', [modifier]: true });
  expect(isCommand(event, 'k')).toBe(expected);
});
