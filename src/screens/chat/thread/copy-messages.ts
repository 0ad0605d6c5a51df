/**
 * The text copied from a conversation: only the messages. From one message, the selection; several messages get their
 * senders and times, with a line for each day.
 */
import type { ClipboardEvent } from 'react';
import { formatDate } from '../../../lib/time.ts';
import { texts } from './texts.ts';

/** For `onCopy` of the element around the messages. */
export function copyMessages(event: ClipboardEvent<HTMLElement>): void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return;
  const copied = describeSelection(event.currentTarget, selection.getRangeAt(0));
  if (copied === '') return;
  event.clipboardData.setData('text/plain', copied);
  event.preventDefault();
}

function describeSelection(thread: HTMLElement, range: Range): string {
  const rows = [...thread.querySelectorAll<HTMLElement>('[data-key]')]
    .filter((row) => range.intersectsNode(row))
    .map((row) => ({ row, content: readContent(row, range) }))
    .filter(({ content }) => content !== '');
  if (rows.length < 2) return rows[0]?.content ?? '';
  const days = new Set(rows.map(({ row }) => readDay(row)));
  let day = days.size > 1 ? '' : undefined;
  return rows
    .map(({ row, content }) => {
      const head = texts.copiedHead(readSender(row), row.querySelector('time')?.textContent ?? '');
      const message = `${head}\n${content}`;
      if (day === undefined || readDay(row) === day) return message;
      day = readDay(row);
      return `${day}\n\n${message}`;
    })
    .join('\n\n');
}

/** The selected part of a message's text, or a word for a picture. */
function readContent(row: HTMLElement, range: Range): string {
  const paragraph = row.querySelector('.bubble p');
  if (!paragraph) return row.querySelector('.with-picture') ? texts.copiedPicture : '';
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

const readSender = (row: HTMLElement): string =>
  row.querySelector<HTMLElement>('[data-sender]')?.textContent ?? '';

/** The date, not a name relative to today. */
const readDay = (row: HTMLElement): string => formatDate(row.querySelector('time')?.dateTime ?? '');
