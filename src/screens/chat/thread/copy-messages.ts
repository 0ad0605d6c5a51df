/** The text copied from a conversation: only the messages; of the first and last one, the selected part. */
import type { ClipboardEvent } from 'react';
import { writeCopied } from './copied-text.ts';

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
