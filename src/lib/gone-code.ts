/**
 * Scripts that the page asks for late and the server does not have any more: it has another build by then.
 * Without a service worker, which keeps those of its own build, nothing else tells.
 */

/** Calls back once for each such script. Returns the function that stops it. */
export function followGoneCode(onGone: () => void): () => void {
  const told = new Set<string>();
  async function handleError({ target }: Event) {
    if (!(target instanceof HTMLScriptElement) || told.has(target.src)) return;
    const { src } = target;
    if (!(await isGone(src)) || told.has(src)) return;
    told.add(src);
    onGone();
  }
  // Failures of loading do not bubble.
  window.addEventListener('error', handleError, true);
  return () => window.removeEventListener('error', handleError, true);
}

/** Not so where the network or the server is away. Some hosts answer with a page in place of what is missing. */
async function isGone(src: string): Promise<boolean> {
  const answer = await fetch(src, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer) return false;
  const isScript = /script/.test(answer.headers.get('content-type') ?? '');
  return answer.ok ? !isScript : answer.status === 404 || answer.status === 410;
}
