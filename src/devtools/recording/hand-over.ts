/** Hands a recording to a page that is opened to show it. */
import type { Recording } from './recording.ts';

export const REPLAY_HASH = '#replay';

const READY = 'ready for a recording';

/** Call it in a handler of a click, or the browser opens no window. */
export function showInNewWindow(recording: Recording): void {
  const opened = window.open(`/${REPLAY_HASH}`);
  if (!opened) return;
  window.addEventListener('message', function answer({ source, origin, data }) {
    if (source !== opened || origin !== location.origin || data !== READY) return;
    window.removeEventListener('message', answer);
    opened.postMessage(recording, location.origin);
  });
}

/** Calls back with what the opener hands over, if this page was opened to show it. Only this app's own pages can. */
export function receiveRecording(take: (recording: Recording) => void): void {
  const opener: Window | null = window.opener;
  if (!opener) return;
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source === opener && origin === location.origin) take(data);
  });
  opener.postMessage(READY, location.origin);
}
