import { css } from '@emotion/react';
import { useState } from 'react';
import { ImagePlus } from '../../../ui/icons/icons.ts';
import { inMiddle } from '../../../ui/styles.ts';
import { useListeners } from '../../../ui/use-listeners.ts';
import { texts } from './texts.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

/**
 * Accepts files dropped on an element. Files dropped elsewhere in the window are ignored: the browser would leave the
 * app and show them. Returns whether files are over the element now.
 */
export function useFileDrop(
  findTarget: () => Element | null | undefined,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);

  const isInside = ({ target }: DragEvent) =>
    target instanceof Node && findTarget()?.contains(target) === true;

  useListeners(() => window, {
    dragover(event) {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      const isHere = isInside(event);
      event.dataTransfer.dropEffect = isHere ? 'copy' : 'none';
      setIsOver(isHere);
    },
    dragleave({ relatedTarget }) {
      // The pointer has left the window.
      if (relatedTarget === null) setIsOver(false);
    },
    // The drag was cancelled, of which some browsers say nothing: a pointer that drags does not move.
    pointermove: () => setIsOver(false),
    drop(event) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      if (isInside(event) && event.dataTransfer) onFiles([...event.dataTransfer.files]);
    },
  });

  return isOver;
}

const hint = css({
  position: 'absolute',
  inset: 'var(--s2)',
  zIndex: 'var(--z-banner)',
  ...inMiddle,
  gap: 'var(--s2)',
  border: '2px dashed var(--accent-text)',
  borderRadius: 'var(--r-l)',
  background: 'color-mix(in srgb, var(--accent-soft) 92%, transparent)',
  color: 'var(--accent-text)',
  font: 'var(--t-name)',
  // Drops pass through to the conversation.
  pointerEvents: 'none',
});

/** Covers the conversation while files are dragged over it. For pointers only: the keyboard uses the button. */
export function DropHint() {
  return (
    <div css={hint} aria-hidden="true" data-drop-hint>
      <ImagePlus size={28} strokeWidth={1.75} />
      <span>{texts.dropHere}</span>
    </div>
  );
}

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
