/** A client that knows spec section 7 and `fetch`. */
import type { Message, User, UserId } from '../../../src/protocol/entities.ts';
import type { AuthResponse, SendResponse } from '../../../src/protocol/http.ts';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

interface CallOptions {
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  rawBody?: string | Buffer<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Any JSON answer, for the tests that look at refusals. */
interface AnyBody {
  success?: boolean;
  message?: string;
}

export async function call<Body = AnyBody>(
  url: string,
  method: string,
  path: string,
  { token, body, rawBody, headers }: CallOptions = {},
): Promise<Answer<Body>> {
  const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { token }),
      ...headers,
    },
    ...(payload !== undefined && { body: payload }),
  });
  const answered: Body = await response.json();
  return { status: response.status, headers: response.headers, body: answered };
}

/** A person with an account and a session. */
export interface Member {
  id: UserId;
  token: string;
  user: User;
  email: string;
  password: string;
}

let people = 0;

export async function signUp(url: string, fullName = 'Ada Lovelace'): Promise<Member> {
  people += 1;
  const email = `person.${people}.${process.pid}@example.org`;
  const password = 'correct horse battery';
  const { body } = await call<AuthResponse>(url, 'POST', '/auth/signup', {
    body: { fullName, email, password, bio: `I am ${fullName}.` },
  });
  if (!body.success) throw new Error(body.message);
  return { id: body.userData._id, token: body.token, user: body.userData, email, password };
}

export async function send(
  url: string,
  from: Member,
  to: Member,
  content: string | { image: string },
  headers: Record<string, string> = {},
): Promise<Message> {
  const { body } = await call<SendResponse>(url, 'POST', `/messages/send/${to.id}`, {
    token: from.token,
    body: typeof content === 'string' ? { text: content } : content,
    headers,
  });
  if (!body.success) throw new Error(body.message);
  return body.newMessage;
}
