/** Whether the person is looking at the chat: the window is visible, has the focus, and shows it. */

/** Another screen is shown instead. */
let isCovered = false;
const coverings = new EventTarget();

export const isLookedAt = (): boolean =>
  !isCovered && document.visibilityState === 'visible' && document.hasFocus();

/** Calls back whenever that may have changed. Returns a function that unsubscribes. */
export function subscribeLooks(listener: () => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  coverings.addEventListener('change', listener, { signal });
  return () => life.abort();
}

/** Calls back each time the person returns to the chat. Returns a function that unsubscribes. */
export const subscribeAttention = (listener: () => void): (() => void) =>
  subscribeLooks(() => {
    if (isLookedAt()) listener();
  });

/** An effect for a screen that replaces the chat: the open conversation is not being read. */
export function coverChat(): () => void {
  setCovered(true);
  return () => setCovered(false);
}

function setCovered(covered: boolean): void {
  isCovered = covered;
  coverings.dispatchEvent(new Event('change'));
}
