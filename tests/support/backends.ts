/** Two backends behind one face, so that every flow is played against both. */
import { API_PREFIX, TOKEN_HEADER } from '../../src/protocol/http.ts';
import { startHostedServer } from './hosted-server.ts';
import { type PlainBackend, startPlainBackend } from './plain-backend.ts';

export const BACKEND_NAMES = ['our server', 'a plain backend'] as const;
export type BackendName = (typeof BACKEND_NAMES)[number];

export interface Backend {
  name: BackendName;
  /** Origin of app and API, without a trailing slash. */
  url: string;
  /** Stops it; what was stored stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
  /** The plain backend itself, for what only it can tell. */
  plain?: PlainBackend;
}

export async function startBackend(name: BackendName): Promise<Backend> {
  if (name === 'our server') {
    return { name, ...(await startHostedServer()) };
  }
  const plain = await startPlainBackend();
  return {
    name,
    url: plain.url,
    stop: plain.stop,
    start: plain.start,
    dispose: plain.stop,
    plain,
  };
}

export interface Person {
  fullName: string;
  email: string;
  password: string;
  bio: string;
}

/** A person with an account and a session. */
export interface Member extends Person {
  id: string;
  token: string;
}

let people = 0;

/** Somebody new: no two of a test run share an email. */
export function makePerson(fullName: string, bio = `Hello, I am ${fullName}.`): Person {
  people += 1;
  const name = fullName.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  return { fullName, email: `${name}.${people}@example.org`, password: 'correct horse', bio };
}

/** Signs up without a browser, by the contract's call. */
export async function register(backend: Pick<Backend, 'url'>, person: Person): Promise<Member> {
  const answer = await callApi(backend, 'POST', '/auth/signup', { body: person });
  const user = readField(answer, 'userData');
  return {
    ...person,
    id: String(readField(user, '_id')),
    token: String(readField(answer, 'token')),
  };
}

/** Sends a message without a browser. Returns its id. */
export async function sendByCall(
  backend: Pick<Backend, 'url'>,
  from: Member,
  to: Member,
  content: { text: string } | { image: string },
): Promise<string> {
  const path = `/messages/send/${to.id}`;
  const answer = await callApi(backend, 'POST', path, { token: from.token, body: content });
  return String(readField(readField(answer, 'newMessage'), '_id'));
}

/** Everything from the other person is seen: loading a whole conversation marks it. */
export async function seeAll(
  backend: Pick<Backend, 'url'>,
  reader: Member,
  other: Member,
): Promise<void> {
  await callApi(backend, 'GET', `/messages/${other.id}`, { token: reader.token });
}

/** One call of the contract; throws when it is refused. */
export async function callApi(
  backend: Pick<Backend, 'url'>,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<unknown> {
  const response = await fetch(`${backend.url}${API_PREFIX}${path}`, {
    method,
    headers: {
      ...(token ? { [TOKEN_HEADER]: token } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer: unknown = await response.json();
  if (readField(answer, 'success') !== true) {
    throw new Error(`${method} ${path} was refused: ${JSON.stringify(answer)}`);
  }
  return answer;
}

export function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
