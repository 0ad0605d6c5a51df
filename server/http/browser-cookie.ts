/**
 * The cookie by which a browser is known again from which an account has signed in. It opens nothing: logging in takes
 * the password all the same. Its one use is that guesses of others do not lock that browser out. It is the same for
 * every account that signs in there.
 */
import { randomBytes } from 'node:crypto';
import { API_PREFIX } from '../../src/protocol/http.ts';

const NAME = 'duet-browser';
const PATTERN = new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})(?:;|$)`);
const MAX_AGE_S = 180 * 24 * 60 * 60;

/** A new value for a browser that has none. */
export const issueBrowser = (): string => randomBytes(32).toString('base64url');

/** The value of a `Set-Cookie` header. */
export function writeBrowserCookie(browser: string, { isHttps }: { isHttps: boolean }): string {
  const attributes = `Path=${API_PREFIX}/auth; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict`;
  return `${NAME}=${browser}; ${attributes}${isHttps ? '; Secure' : ''}`;
}

/** What the browser sends in a `Cookie` header. */
export function readBrowserCookie(header: string | undefined): string | undefined {
  return PATTERN.exec(header ?? '')?.[1];
}
