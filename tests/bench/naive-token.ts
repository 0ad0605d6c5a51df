/** The naive server's session: a signed token that carries the person's id, so that a filler can issue it. */
import jwt from 'jsonwebtoken';

const SECRET = 'of the benchmark only';

export function signToken(userId: string): string {
  return jwt.sign({ userId }, SECRET);
}

export function readToken(token: string | undefined): string | undefined {
  if (!token) return undefined;
  try {
    const payload = jwt.verify(token, SECRET);
    return typeof payload === 'object' ? String(payload.userId) : undefined;
  } catch {
    return undefined;
  }
}
