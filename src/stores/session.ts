/**
 * Whether somebody is signed in: the session token, kept as a raw string in local storage under
 * the key "token" (spec section 9), so that a reload and every other tab know it.
 */
import { create } from 'zustand';

const STORAGE_KEY = 'token';

type Token = string | null;
type SessionListener = (token: Token, previous: Token) => void;

const useSession = create<{ token: Token }>(() => ({ token: readStored() }));

export const useToken = (): Token => useSession((state) => state.token);

export const getToken = (): Token => useSession.getState().token;

export function startSession(token: string): void {
  writeStored(token);
  useSession.setState({ token });
}

export function endSession(): void {
  writeStored(null);
  useSession.setState({ token: null });
}

/** Calls back after each change, whichever tab made it. Returns the way to stop. */
export function subscribeSession(listener: SessionListener): () => void {
  return useSession.subscribe((state, before) => {
    if (state.token !== before.token) listener(state.token, before.token);
  });
}

if (typeof window !== 'undefined') {
  // Fires in the other tabs only. A cleared storage (key null) signs out too.
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY || event.key === null) {
      useSession.setState({ token: readStored() });
    }
  });
}

function readStored(): Token {
  try {
    return localStorage.getItem(STORAGE_KEY) || null;
  } catch {
    // Storage is switched off: the session then lasts as long as the page.
    return null;
  }
}

function writeStored(token: Token): void {
  try {
    if (token === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, token);
  } catch {
    // As above.
  }
}
