/** Which key is a shortcut's letter, whatever the keyboard. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { selectPanel } from '../../src/screens/chat/conversation-keys.ts';
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

test('A press without a key, as of a form that is filled in by the browser, is no shortcut', () => {
  const take = vi.fn();
  document.addEventListener('keydown', (event) => take(isCommand(event, 'k')), { once: true });
  document.dispatchEvent(new Event('keydown'));
  expect(take).toHaveBeenCalledWith(false);
});

test.each([
  ['button', 'What he is'],
  ['[role=log]', 'Hello'],
  ['b', 'What he is'],
  ['h2', 'Hello'],
  ['a', 'Really?'],
])('Ctrl+A at %s takes the words of this panel alone', (place, words) => {
  document.body.innerHTML = `<main>
    <section><h2>Ben</h2><div role=log tabindex=0>Hello</div><textarea></textarea></section>
    <section><b>What he is</b><button></button></section>
  </main><dialog open>Really?<a href="/"></a></dialog>`;
  const element = document.querySelector<HTMLElement>(place);
  if (!element) throw new Error(`There is no ${place}.`);
  element.focus();
  // As by a press on what takes no focus.
  document.getSelection()?.collapse(element);
  const press = (init: object) => {
    const event = new KeyboardEvent('keydown', {
      key: 'a',
      cancelable: true,
      bubbles: true,
      ...init,
    });
    document.addEventListener('keydown', selectPanel, { once: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press({ ctrlKey: true })).toBe(true);
  expect(document.getSelection()?.toString().trim()).toBe(words);
  document.querySelector('textarea')?.focus();
  expect(press({ ctrlKey: true })).toBe(false);
});
