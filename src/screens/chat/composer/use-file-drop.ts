import { useEffect, useEffectEvent, useState } from 'react';

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

  const handleOver = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    const isHere = isInside(event);
    event.dataTransfer.dropEffect = isHere ? 'copy' : 'none';
    setIsOver(isHere);
  });

  const handleLeave = useEffectEvent((event: DragEvent) => {
    // The pointer has left the window.
    if (event.relatedTarget === null) setIsOver(false);
  });

  const handleDrop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(false);
    if (isInside(event) && event.dataTransfer) onFiles([...event.dataTransfer.files]);
  });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', (event) => handleOver(event), { signal });
    window.addEventListener('dragleave', (event) => handleLeave(event), { signal });
    window.addEventListener('drop', (event) => handleDrop(event), { signal });
    return () => listening.abort();
  }, []);

  return isOver;
}
