/**
 * The cookie that carries a session's socket ticket. Clients that know only the contract connect with
 * `query.userId`, and the browser adds this cookie by itself. It opens sockets and no calls, so that a forged request
 * of another site gains nothing by it. It has no lifetime: it goes with the browser, and each check of the session
 * sets it again.
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
