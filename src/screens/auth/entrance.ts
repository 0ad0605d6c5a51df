/**
 * How somebody may come in: what the server says in its page (`protocol/entrance.ts`), and the code of a link. The code
 * is a secret, so the screen takes it out of the address; for a reload it stays in this tab's session storage.
 */
import { CODES, ENTRANCE_META, type PageEntrance, SIGN_UP_MODES } from '../../protocol/entrance.ts';

/** With the code of a link, if the person came by one. */
export interface Entrance extends PageEntrance {
  invite?: string;
  reset?: string;
}

/** In session storage, written like the search of an address. */
const KEY = 'entrance';

let current: Entrance | null = null;

/** `search` of the page's address. What it says holds until the page is loaded again or the code is used. */
export function readEntrance(search: string): Entrance {
  const code = findCode(new URLSearchParams(search));
  if (current && !code) return current;
  const page = readPage();
  // Without the code, what the page says about it is not about this visit any more.
  const known = new URLSearchParams(
    code ? { ...page, ...code } : { ...readKept(), signUps: page.signUps ?? 'open' },
  );
  if (code) keep(known);
  current = toEntrance(known);
  return current;
}

/** The address without the code. */
export function hideCode(search: string): string {
  const words = new URLSearchParams(search);
  for (const kind of CODES) words.delete(kind);
  return words.size > 0 ? `?${words}` : '';
}

/** The code was used. */
export function forgetCode(): void {
  current = null;
  attempt(() => sessionStorage.removeItem(KEY));
}

function findCode(words: URLSearchParams): { invite?: string; reset?: string } | undefined {
  const [reset, invite] = [words.get('reset'), words.get('invite')];
  if (reset) return { reset };
  return invite ? { invite } : undefined;
}

function toEntrance(words: URLSearchParams): Entrance {
  const signUps = SIGN_UP_MODES.find((mode) => mode === words.get('signUps')) ?? 'open';
  const spent = CODES.find((kind) => kind === words.get('spent'));
  const [from, email] = [words.get('from'), words.get('email')];
  return {
    signUps,
    ...(from && { from }),
    ...(email && { email }),
    ...(spent ? { spent } : findCode(words)),
  };
}

function readPage(): Record<string, string> {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${ENTRANCE_META}"]`);
  return Object.fromEntries(new URLSearchParams(meta?.content));
}

function readKept(): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(attempt(() => sessionStorage.getItem(KEY)) ?? ''));
}

function keep(words: URLSearchParams): void {
  attempt(() => sessionStorage.setItem(KEY, words.toString()));
}

/** Storage may be switched off: then a reload needs the link again. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
