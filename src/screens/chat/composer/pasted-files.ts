/**
 * The files of a paste. Programs for texts and tables put a picture of what was copied beside its
 * words: whoever pastes from them means the words.
 */
export function readPastedFiles({ types, files }: DataTransfer): File[] {
  const isFormattedText = types.includes('text/html') && types.includes('text/plain');
  return isFormattedText ? [] : [...files];
}
