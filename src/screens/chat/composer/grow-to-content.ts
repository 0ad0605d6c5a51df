const growsByItself = CSS.supports('field-sizing', 'content');

/** Makes a text box as high as its text, within its own max-height. */
export function growToContent(box: HTMLTextAreaElement, text: string): void {
  if (growsByItself) return;
  box.style.height = 'auto';
  // An empty box would be measured by its placeholder, which may take two lines.
  if (text) box.style.height = `${box.scrollHeight}px`;
}
