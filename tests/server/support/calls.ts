/** A client that knows spec section 7 and `fetch`. */
import type { Known } from '../../../src/protocol/changes.ts';
import type { Message, User, UserId } from '../../../src/protocol/entities.ts';
import type {
  AuthResponse,
  ConversationResponse,
  FieldsOf,
  SendResponse,
  UsersResponse,
} from '../../../src/protocol/http.ts';

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

/** The fields of an answer; a refusal is thrown in its words. */
export async function askFor<Response>(
  ...asked: Parameters<typeof call>
): Promise<FieldsOf<Response>> {
  const { body } = await call<FieldsOf<Response> & AnyBody>(...asked);
  if (!body.success) throw new Error(body.message);
  return body;
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
  const { userData, token } = await askFor<AuthResponse>(url, 'POST', '/auth/signup', {
    body: { fullName, email, password, bio: `I am ${fullName}.` },
  });
  return { id: userData._id, token, user: userData, email, password };
}

/** In another session. */
export async function logIn(
  url: string,
  member: Member,
  { password = member.password, agent = 'Test' } = {},
): Promise<Member> {
  const { token } = await askFor<AuthResponse>(url, 'POST', '/auth/login', {
    body: { email: member.email, password },
    headers: { 'user-agent': agent },
  });
  return { ...member, token };
}

/** The status of the call with which the app begins. */
export const checkSession = async (url: string, { token }: Pick<Member, 'token'>) =>
  (await call(url, 'GET', '/auth/check', { token })).status;

export async function send(
  url: string,
  from: Member,
  to: Member,
  content: string | { image: string },
  headers: Record<string, string> = {},
): Promise<Message> {
  const path = `/messages/send/${to.id}`;
  const body = typeof content === 'string' ? { text: content } : content;
  const { token } = from;
  return (await askFor<SendResponse>(url, 'POST', path, { token, body, headers })).newMessage;
}

export const readConversation = (
  url: string,
  { token }: Pick<Member, 'token'>,
  peer: Pick<Member, 'id'>,
  query = '?peek=true',
) => askFor<ConversationResponse & Known>(url, 'GET', `/messages/${peer.id}${query}`, { token });

export const readTexts = async (...asked: Parameters<typeof readConversation>) =>
  (await readConversation(...asked)).messages.map(({ text }) => text);

export const listPeople = (url: string, { token }: Pick<Member, 'token'>) =>
  askFor<UsersResponse>(url, 'GET', '/messages/users', { token });
