/** The two cookies: one opens sockets, the other lets a browser be known again. No call takes either for a session. */
import { randomBytes } from 'node:crypto';
import { API_PREFIX } from '../../src/protocol/http.ts';

/**
 * The cookie with a session's socket ticket. Plain clients connect with `query.userId`, and the browser adds this
 * cookie. It opens sockets but allows no calls, so a forged request of another site gains nothing. It has no lifetime:
 * it ends with the browser, and each session check sets it again.
 */
const SOCKET_COOKIE = 'duet-socket';
const SOCKET_TICKET = new RegExp(`(?:^|;)\\s*${SOCKET_COOKIE}=([^;\\s]+)`);

/** The value of a `Set-Cookie` header. */
export function writeSocketCookie(ticket: string, { isHttps }: { isHttps: boolean }): string {
  const attributes = 'Path=/socket.io; HttpOnly; SameSite=Strict';
  return `${SOCKET_COOKIE}=${ticket}; ${attributes}${isHttps ? '; Secure' : ''}`;
}

/** The ticket in a `Cookie` header. */
export function readSocketCookie(header: string | undefined): string | undefined {
  return SOCKET_TICKET.exec(header ?? '')?.[1];
}

/**
 * A cookie that identifies a browser from which an account has logged in. It gives no access: a login still needs the
 * password. Its only use is that wrong guesses by others do not lock out this browser. All accounts that log in there
 * share it.
 */
const BROWSER_COOKIE = 'duet-browser';
const BROWSER = new RegExp(`(?:^|;)\\s*${BROWSER_COOKIE}=([\\w-]{43})(?:;|$)`);
const MAX_AGE_S = 180 * 24 * 60 * 60;

/** A new value for a browser that has none. */
export const issueBrowser = (): string => randomBytes(32).toString('base64url');

/** The value of a `Set-Cookie` header. */
export function writeBrowserCookie(browser: string, { isHttps }: { isHttps: boolean }): string {
  const attributes = `Path=${API_PREFIX}/auth; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Strict`;
  return `${BROWSER_COOKIE}=${browser}; ${attributes}${isHttps ? '; Secure' : ''}`;
}

/** What the browser sends in a `Cookie` header. */
export function readBrowserCookie(header: string | undefined): string | undefined {
  return BROWSER.exec(header ?? '')?.[1];
}
