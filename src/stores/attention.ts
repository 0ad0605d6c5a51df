/** Whether the person is looking at the chat: the window is visible, has the focus, and shows it. */

/** Another screen stands in its place. */
let isCovered = false;
const coverings = new EventTarget();

export const isLookedAt = (): boolean =>
  !isCovered && document.visibilityState === 'visible' && document.hasFocus();

/** Calls back whenever that may have changed. Returns the function that unsubscribes. */
export function subscribeLooks(listener: () => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  coverings.addEventListener('change', listener, { signal });
  return () => life.abort();
}

/** Calls back each time the person turns to the chat. Returns the function that unsubscribes. */
export const subscribeAttention = (listener: () => void): (() => void) =>
  subscribeLooks(() => {
    if (isLookedAt()) listener();
  });

/** For a screen that takes the chat's place, as an effect: what is open there is not being read. */
export function coverChat(): () => void {
  setCovered(true);
  return () => setCovered(false);
}

function setCovered(covered: boolean): void {
  isCovered = covered;
  coverings.dispatchEvent(new Event('change'));
}
