/** Messages in the document: their rows, and the focus when one is removed. */

import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { formatDate, formatTime } from '../../../lib/time.ts';
import { matchesMedia, reducedMotion } from '../../../ui/media.ts';
import { useListeners } from '../../../ui/use-listeners.ts';
import { splitMatches } from '../search/find-matches.ts';
import { texts } from './texts.ts';

/** How long a message is highlighted after a jump. */
const FLASH_MS = 2_000;

/** Ends the current highlight, if any. */
let endFlash = () => {};

/** Null if it is not mounted. */
export const findRow = (thread: HTMLElement | null, key: string): HTMLElement | null =>
  thread?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;

/** Highlights the message for a moment, and folded `words` in it until `clearHighlights` or the next call. */
export function flashRow(
  thread: HTMLElement | null,
  key: string,
  words: readonly string[] = [],
): void {
  const row = findRow(thread, key);
  if (!row) return;
  highlightWords(row, words);
  endFlash();
  row.dataset.found = 'true';
  const timer = setTimeout(() => endFlash(), FLASH_MS);
  endFlash = () => {
    clearTimeout(timer);
    delete row.dataset.found;
  };
}

/** The name of the browser's highlight for found words; older browsers show only the ring. */
const FOUND = 'found';

function highlightWords(row: HTMLElement, words: readonly string[]): void {
  clearHighlights();
  const text = row.querySelector('.bubble p > span');
  if (!text || words.length === 0 || !('highlights' in CSS)) return;
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  // A link is a separate text: a word that begins before it and ends in it is not highlighted.
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let at = 0;
    for (const part of splitMatches(node.textContent ?? '', words)) {
      const range = document.createRange();
      range.setStart(node, at);
      at += part.text.length;
      range.setEnd(node, at);
      if (part.isMatch) ranges.push(range);
    }
  }
  CSS.highlights.set(FOUND, new Highlight(...ranges));
}

export function clearHighlights(): void {
  if ('highlights' in CSS) CSS.highlights.delete(FOUND);
}

/** Shows a new message with the animation to the end. */
export function fadeIn(thread: HTMLElement | null, key: string): void {
  if (matchesMedia(reducedMotion)) return;
  findRow(thread, key)?.animate([{ opacity: 0 }, {}], { duration: 170 });
}

/**
 * What has the focus may be removed: a link by an edit, a reaction that is taken back, a button by its press, a
 * message far away. Then the message gets the focus, or all of them if it was removed itself. Call it where each change of
 * the messages renders.
 */
export function useKeptFocus(scrollerRef: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element>(null);
  const row = useRef<HTMLElement>(null);
  useListeners(() => scrollerRef.current, {
    focusin({ target }) {
      if (!(target instanceof Element)) return;
      focused.current = target;
      row.current = target.closest<HTMLElement>('.message');
    },
  });
  useLayoutEffect(() => {
    if (focused.current?.isConnected ?? true) return;
    focused.current = null;
    const isLost = () => document.activeElement === document.body;
    if (!isLost()) return;
    // The focus shows a tip, which cannot render within an effect.
    queueMicrotask(() => {
      if (!isLost()) return;
      const scroller = scrollerRef.current;
      if (row.current?.isConnected && scroller) focusRow(listRows(scroller), row.current);
      else scroller?.focus({ preventScroll: true });
    });
  });
}

/** Moves the focus to the messages before the focused element is removed. */
export function focusLog(element: Element): void {
  element.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true });
}

/** The focus on a message: Tab leads from all of them to the newest one in view, arrow keys from one to the next. */

export const isRow = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('.message');

const listRows = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('.message')];

/** Tab leads to the newest message in view, and not to the first link of all. Returns whether the key was used. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, shiftKey, target, currentTarget: scroller } = event;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  const rows = listRows(scroller);
  if (isRow(target) && step !== undefined) {
    const next = rows[rows.indexOf(target) + step];
    next?.scrollIntoView({ block: 'nearest' });
    focusRow(rows, next);
    return true;
  }
  if (target !== scroller || key !== 'Tab' || shiftKey) return false;
  const { bottom } = scroller.getBoundingClientRect();
  const newest = rows.findLast((row) => row.getBoundingClientRect().top < bottom);
  focusRow(rows, newest);
  return newest !== undefined;
}

/** The only tab stop among the messages: with one each, Tab would take long to leave. */
function focusRow(rows: readonly HTMLElement[], row: HTMLElement | undefined): void {
  if (!row) return;
  for (const other of rows) other.removeAttribute('tabindex');
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
}

/** The text copied from a conversation: only the messages; of the first and last one, the selected part. */

/** For `onCopy` of the element around the messages. */
export function copyMessages(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return;
  const copied = describeSelection(event.currentTarget, selection.getRangeAt(0));
  if (copied === '') return;
  event.clipboardData.setData('text/plain', copied);
  event.preventDefault();
}

const describeSelection = (thread: HTMLElement, range: Range): string =>
  writeCopied(
    [...thread.querySelectorAll<HTMLElement>('[data-key]')]
      .filter((row) => range.intersectsNode(row))
      .map((row) => ({
        sender: row.querySelector<HTMLElement>('[data-sender]')?.textContent ?? '',
        createdAt: row.querySelector('time')?.dateTime ?? '',
        text: readContent(row, range),
      }))
      .filter(({ text }) => text !== ''),
  );

/** The selected part of a message's text; undefined for a picture. */
function readContent(row: HTMLElement, range: Range): string | undefined {
  const paragraph = row.querySelector('.bubble p');
  if (!paragraph) return row.querySelector('.with-picture') ? undefined : '';
  const part = document.createRange();
  part.selectNodeContents(paragraph);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) {
    part.setEnd(range.endContainer, range.endOffset);
  }
  const fragment = part.cloneContents();
  fragment.querySelector('.meta')?.remove();
  return fragment.textContent?.trim() ?? '';
}

/** Copied messages as text: one is its words; several have their senders and times, with a line for each day. */

interface CopiedMessage {
  sender: string;
  createdAt: string;
  /** Absent: a picture. */
  text: string | undefined;
}

function writeCopied(messages: readonly CopiedMessage[]): string {
  const [first] = messages;
  if (messages.length < 2) return first?.text ?? (first ? texts.copiedPicture : '');
  // The date, not a name relative to today.
  const readDay = ({ createdAt }: CopiedMessage) => formatDate(createdAt);
  const days = new Set(messages.map(readDay));
  let day = days.size > 1 ? '' : undefined;
  return messages
    .map((message) => {
      const head = texts.copiedHead(message.sender, formatTime(message.createdAt));
      const written = `${head}\n${message.text ?? texts.copiedPicture}`;
      if (day === undefined || readDay(message) === day) return written;
      day = readDay(message);
      return `${day}\n\n${written}`;
    })
    .join('\n\n');
}
