/** Whether the person is looking: the window is visible and has the focus. */

/** A page without a window (a test in Node) is looked at by nobody. */
export const isLookedAt = (): boolean =>
  typeof document !== 'undefined' && document.visibilityState === 'visible' && document.hasFocus();

/** Calls back each time the person turns to the window. Returns the way to stop. */
export function subscribeAttention(listener: () => void): () => void {
  const handleChange = () => {
    if (isLookedAt()) listener();
  };
  window.addEventListener('focus', handleChange);
  document.addEventListener('visibilitychange', handleChange);
  return () => {
    window.removeEventListener('focus', handleChange);
    document.removeEventListener('visibilitychange', handleChange);
  };
}
