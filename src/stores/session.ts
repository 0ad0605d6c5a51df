/**
 * Whether somebody is signed in: the session token, a raw string in local storage under the key "token" (spec section
 * 9), so that a reload and all other tabs have it.
 */
import { create } from 'zustand';
import { TOKEN_KEY } from './storage-keys.ts';

type Token = string | null;

export interface SessionChange {
  previous: Token;
  /** Why the session ended, for the person; null if the person knows. */
  reason: string | null;
}

interface Session {
  token: Token;
  reason: string | null;
}

const useSession = create<Session>(() => ({ token: readStored(), reason: null }));

export const useToken = (): Token => useSession((state) => state.token);

export const getToken = (): Token => useSession.getState().token;

export const hasEndedByItself = (): boolean => useSession.getState().reason !== null;

export function startSession(token: string): void {
  writeStored(token);
  useSession.setState({ token, reason: null });
}

/** `reason` is for a session that the person did not end. */
export function endSession(reason: string | null = null): void {
  // Another tab may have started a session meanwhile.
  if (readStored() === getToken()) writeStored(null);
  useSession.setState({ token: null, reason });
}

/** Calls back after each change in any tab. Returns a function that unsubscribes. */
export function subscribeSession(listener: (change: SessionChange) => void): () => void {
  return useSession.subscribe(({ token, reason }, before) => {
    if (token !== before.token) listener({ previous: before.token, reason });
  });
}

if (typeof window !== 'undefined') {
  // Emitted only in the other tabs. A cleared storage (key null) also logs out.
  window.addEventListener('storage', (event) => {
    if (event.key === TOKEN_KEY || event.key === null) {
      useSession.setState({ token: readStored(), reason: null });
    }
  });
}

function readStored(): Token {
  try {
    const token = localStorage.getItem(TOKEN_KEY) ?? '';
    // Another program at this address may have written what no header can carry.
    return /^[ -~]+$/.test(token) ? token : null;
  } catch {
    // Without storage, the session lasts as long as the page.
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
