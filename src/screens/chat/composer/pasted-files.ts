/**
 * The files of a paste. Text and spreadsheet programs add a picture of the copied text: then only the text is meant.
 */
export function readPastedFiles({ types, files }: DataTransfer): File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
