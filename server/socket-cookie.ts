/**
 * The cookie with a session's socket ticket. Plain clients connect with `query.userId`, and the browser adds this
 * cookie. It opens sockets but allows no calls, so a forged request of another site gains nothing. It has no lifetime:
 * it ends with the browser, and each session check sets it again.
 */
const NAME = 'duet-socket';
const PATTERN = new RegExp(`(?:^|;)\\s*${NAME}=([^;\\s]+)`);

/** The value of a `Set-Cookie` header. */
export function writeSocketCookie(ticket: string, { isHttps }: { isHttps: boolean }): string {
  const attributes = 'Path=/socket.io; HttpOnly; SameSite=Strict';
  return `${NAME}=${ticket}; ${attributes}${isHttps ? '; Secure' : ''}`;
}

/** The ticket in a `Cookie` header. */
export function readSocketCookie(header: string | undefined): string | undefined {
  return PATTERN.exec(header ?? '')?.[1];
}
