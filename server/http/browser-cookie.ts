/**
 * A cookie that identifies a browser from which an account has logged in. It gives no access: a login still needs the
 * password. Its only use is that wrong guesses by others do not lock out this browser. All accounts that log in there
 * share it.
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
