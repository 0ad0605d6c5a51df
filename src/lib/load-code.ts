/** Pause before a failed import is retried, for example without a network, in ms. */
const RETRY_MS = 3_000;

/**
 * Imports code after `delayMs` and calls back with it; a failed import is retried forever. Returns a function that
 * cancels it.
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

/** Imports code; a failed import is retried forever. */
export const loadSurely = <Code extends object>(load: () => Promise<Code>): Promise<Code> =>
  new Promise((resolve) => {
    loadCode(load, resolve);
  });
