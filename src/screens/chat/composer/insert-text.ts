/**
 * Replaces the text of a box between two positions; the caret moves behind it. The box fires events as if the text had
 * been typed. If the box has the focus, the browser's undo includes it.
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
