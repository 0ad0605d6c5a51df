const growsByItself = CSS.supports('field-sizing', 'content');

/** Makes a text box as high as its text or its placeholder, within its own max-height. */
export function growToContent(box: HTMLTextAreaElement): void {
  if (growsByItself) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
}
