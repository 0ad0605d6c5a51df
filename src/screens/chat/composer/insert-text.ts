/**
 * Puts a text into a box in place of what lies between two positions; the caret ends up behind it.
 * The box tells its listeners as if the text had been typed. Where the box has the focus, the
 * browser's own undo knows of it.
 */
export function insertText(
  box: HTMLTextAreaElement,
  text: string,
  start = box.selectionStart,
  end = box.selectionEnd,
): void {
  if (document.activeElement === box) {
    box.setSelectionRange(start, end);
    if (document.execCommand?.('insertText', false, text)) return;
  }
  box.setRangeText(text, start, end, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
