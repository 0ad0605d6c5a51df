/** Keys that browsers take for one element or the whole page, where a person means a part of it. */
import { hasModifier, isCommand, isWriting } from '../../ui/keys.ts';

/** Ctrl+A outside a text field selects what is in the panel where the person is; the browser would select all of them. */
export function selectPanel(event: KeyboardEvent): void {
  if (!isCommand(event, 'a') || event.defaultPrevented || isWriting(event.target)) return;
  const selection = getSelection();
  const { activeElement } = document;
  const at = activeElement === document.body ? selection?.anchorNode?.parentElement : activeElement;
  const main = document.querySelector('main');
  const panel = at ? at.closest('dialog, search, main > section, main') : main;
  if (!panel) return;
  event.preventDefault();
  selection?.selectAllChildren(panel.querySelector('[role=log]') ?? panel);
}

/** Page Up and Page Down in a box that shows all of its text scroll the messages. */
export function scrollFromBox(event: KeyboardEvent): void {
  const { key, target } = event;
  const pages = { PageUp: -0.9, PageDown: 0.9 }[key];
  if (pages === undefined || hasModifier(event) || !(target instanceof HTMLTextAreaElement)) return;
  if (target.scrollHeight > target.clientHeight) return;
  event.preventDefault();
  const log = document.querySelector('[role=log]');
  // Whoever listens to the reader's own scrolling learns of it.
  log?.dispatchEvent(new Event('wheel'));
  log?.scrollBy({ top: pages * log.clientHeight });
}

/** What is typed while the messages have the focus, as after a click on them, goes into the box. */
export function writeFromMessages(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  // On a message some letters are shortcuts.
  if (!(target instanceof Element && target.matches('[role=log]'))) return;
  const isText = key.length === 1 && !' /?'.includes(key) && !ctrlKey && !metaKey && !altKey;
  if (!isText || event.defaultPrevented) return;
  // The first one: that of an edit stands before the hidden one of new messages.
  document.querySelector<HTMLElement>('[data-part=messages] ~ * textarea')?.focus();
}
