/**
 * Whether somebody is signed in: the session token, kept as a raw string in local storage under
 * the key "token" (spec section 9), so that a reload and every other tab know it.
 */
import { create } from 'zustand';
import { TOKEN_KEY } from './storage-keys.ts';

type Token = string | null;

export interface SessionChange {
  previous: Token;
  /** Why the session ended, for the person; null where they know it themselves. */
  reason: string | null;
}

interface Session {
  token: Token;
  reason: string | null;
}

const useSession = create<Session>(() => ({ token: readStored(), reason: null }));

export const useToken = (): Token => useSession((state) => state.token);

export const getToken = (): Token => useSession.getState().token;

export function startSession(token: string): void {
  writeStored(token);
  useSession.setState({ token, reason: null });
}

/** `reason` is for a session that ends without the person's doing. */
export function endSession(reason: string | null = null): void {
  // Another tab may have begun one that has not been heard of here.
  if (readStored() === getToken()) writeStored(null);
  useSession.setState({ token: null, reason });
}

/** Calls back after each change, whichever tab made it. Returns the function that unsubscribes. */
export function subscribeSession(listener: (change: SessionChange) => void): () => void {
  return useSession.subscribe(({ token, reason }, before) => {
    if (token !== before.token) listener({ previous: before.token, reason });
  });
}

if (typeof window !== 'undefined') {
  // Fires in the other tabs only. A cleared storage (key null) signs out too.
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) {
      useSession.setState({ token: readStored(), reason: null });
    }
  });
}

function readStored(): Token {
  try {
    return localStorage.getItem(TOKEN_KEY) || null;
  } catch {
    // Storage is switched off: the session then lasts as long as the page.
    return null;
  }
}

function writeStored(token: Token): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // As above.
  }
}
