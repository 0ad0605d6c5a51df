/** Imports code on demand. */

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

// Detects scripts that the server does not have any more because it has another build. Needed without a service
// worker, which keeps the scripts of its own build.

/** Calls back once for each such script. Returns a function that stops it. */
export function followMissingScripts(onGone: () => void): () => void {
  const reported = new Set<string>();
  async function handleError({ target }: Event) {
    if (!(target instanceof HTMLScriptElement) || reported.has(target.src)) return;
    const { src } = target;
    if (!(await isGone(src)) || reported.has(src)) return;
    reported.add(src);
    onGone();
  }
  // Load failures do not bubble.
  window.addEventListener('error', handleError, true);
  return () => window.removeEventListener('error', handleError, true);
}

/** Not for a missing network or server. Some hosts answer with a page instead of a missing file. */
async function isGone(src: string): Promise<boolean> {
  const answer = await fetch(src, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer) return false;
  const isScript = /script/.test(answer.headers.get('content-type') ?? '');
  return answer.ok ? !isScript : answer.status === 404 || answer.status === 410;
}
