import { useEffect } from 'react';

/** Ignores files dropped where nothing accepts them: the browser would leave the app and show them. */
export function useStrayFiles(): void {
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ['dragover', 'drop'] as const) {
      window.addEventListener(type, refuse, { signal });
    }
    return () => listening.abort();
  }, []);
}

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
