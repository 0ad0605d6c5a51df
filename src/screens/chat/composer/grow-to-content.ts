const growsByItself = CSS.supports('field-sizing', 'content');

/** Sets a text box's height to its text or placeholder, within its max-height. */
export function growToContent(box: HTMLTextAreaElement): void {
  if (growsByItself) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}
