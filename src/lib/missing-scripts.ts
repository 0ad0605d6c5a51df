/**
 * Detects scripts that the server does not have any more because it has another build. Needed without a service worker,
 * which keeps the scripts of its own build.
 */

/** Calls back once for each such script. Returns a function that stops it. */
export function followMissingScripts(onGone: () => void): () => void {
  const told = new Set<string>();
  async function handleError({ target }: Event) {
    if (!(target instanceof HTMLScriptElement) || told.has(target.src)) return;
    const { src } = target;
    if (!(await isGone(src)) || told.has(src)) return;
    told.add(src);
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
