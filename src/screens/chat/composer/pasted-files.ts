type Clipboard = Pick<DataTransfer, 'types' | 'getData'> & { files: Iterable<File> };

/** Blanks, and the sign that stands for an object in a text. */
const BLANK = /^[\s\u200b\ufeff\ufffc]*$/;

/**
 * The files of a paste. Text and spreadsheet programs add a picture of the copied text: then only the text is meant. If
 * the formatted text is one picture without words, the picture is meant, whatever the plain text says: browsers and
 * office programs put the picture's address, its name or a blank there.
 */
export function readPastedFiles(data: Clipboard): File[] {
  const files = [...data.files];
  if (!data.types.includes('text/html') || !data.types.includes('text/plain')) return files;
  if (!isOnePicture(data.getData('text/html'))) return [];
  // The same picture may be there in several formats.
  return files.slice(0, 1);
}

function isOnePicture(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const unseen of body.querySelectorAll('style, script, title, xml')) unseen.remove();
  return body.querySelectorAll('img').length === 1 && BLANK.test(body.textContent);
}
