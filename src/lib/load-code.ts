/** How long to wait before code is asked for again that did not come, as it happens without a network, in ms. */
const RETRY_MS = 3_000;

/**
 * Imports code, after `delayMs`, and calls back with it; where it does not come, it is asked for again and
 * again. Returns the function that gives up.
 */
export function loadCode<Code extends object>(
  load: () => Promise<Code>,
  onLoaded: (code: Code) => void,
  delayMs = 0,
): () => void {
  let isGivenUp = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    const code = await load().catch(() => undefined);
    if (isGivenUp) return;
    if (code) onLoaded(code);
    else timer = setTimeout(ask, RETRY_MS);
  }

  if (delayMs > 0) timer = setTimeout(ask, delayMs);
  else void ask();
  return () => {
    isGivenUp = true;
    clearTimeout(timer);
  };
}
