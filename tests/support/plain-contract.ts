/**
 * What spec section 7 names: paths, body fields, headers and the handshake. Anything else that a client
 * sends is written down as a trespass, in words.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedCall } from './call-faults.ts';

type PlainCall =
  | 'check'
  | 'login'
  | 'signup'
  | 'updateProfile'
  | 'listUsers'
  | 'readConversation'
  | 'send'
  | 'mark';

interface Route {
  name: PlainCall;
  method: string;
  path: RegExp;
  required: readonly string[];
  optional?: readonly string[];
}

/** The order matters as in any router: `messages/users` before `messages/{userId}`. */
const ROUTES: readonly Route[] = [
  { name: 'check', method: 'GET', path: /^\/auth\/check$/, required: [] },
  { name: 'login', method: 'POST', path: /^\/auth\/login$/, required: ['email', 'password'] },
  {
    name: 'signup',
    method: 'POST',
    path: /^\/auth\/signup$/,
    required: ['fullName', 'email', 'password', 'bio'],
  },
  {
    name: 'updateProfile',
    method: 'PUT',
    path: /^\/auth\/update-profile$/,
    required: ['fullName', 'bio'],
    optional: ['profilePic'],
  },
  { name: 'listUsers', method: 'GET', path: /^\/messages\/users$/, required: [] },
  { name: 'readConversation', method: 'GET', path: /^\/messages\/([^/]+)$/, required: [] },
  {
    name: 'send',
    method: 'POST',
    path: /^\/messages\/send\/([^/]+)$/,
    required: [],
    optional: ['text', 'image'],
  },
  { name: 'mark', method: 'PUT', path: /^\/messages\/mark\/([^/]+)$/, required: [] },
];

/** Headers that a browser sends by itself, and the two that the contract needs. */
const ORDINARY_HEADERS =
  /^(token|content-type|host|connection|content-length|transfer-encoding|accept(-.*)?|user-agent|referer|origin|sec-.*|priority|dnt|cache-control|pragma|if-(none-match|modified-since)|upgrade(-.*)?|cookie)$/;

/** Headers that a strict CORS preflight lets through. */
export const ALLOWED_CORS_HEADERS = ['token', 'content-type'];

const HANDSHAKE_KEYS = ['userId', 'EIO', 'transport', 't', 'sid', 'b64', 'j'];

/**
 * Beyond the contract, and named by the design notes: a server that does not know them ignores them, and nothing that
 * a client needs may depend on them. Whatever is not here is a trespass.
 */
const IGNORED_QUERY = ['limit', 'before', 'after', 'peek', 'deleted'];
const IGNORED_AUTH = ['token', 'wants'];

/** The route of a call and the id in its path, or undefined for a call that the contract does not have. */
export function findRoute(call: ReceivedCall): { name: PlainCall; id: string } | undefined {
  for (const route of ROUTES) {
    const match = route.path.exec(call.path);
    if (match && route.method === call.method) {
      return { name: route.name, id: decodeURIComponent(match[1] ?? '') };
    }
  }
  return undefined;
}

/** Each thing in a call that the contract does not name. */
export function findTrespasses(call: ReceivedCall): string[] {
  const where = `${call.method} ${call.path}`;
  const found = Object.keys(call.headers)
    .filter((name) => !ORDINARY_HEADERS.test(name))
    .map((name) => `${where}: unknown header ${name}`);
  const route = ROUTES.find(({ method, path }) => method === call.method && path.test(call.path));
  if (!route) return [...found, `${where}: unknown call`];

  for (const name of call.query.keys()) {
    if (route.name === 'readConversation' && IGNORED_QUERY.includes(name)) continue;
    found.push(`${where}: unknown query parameter ${name}`);
  }
  const known = [...route.required, ...(route.optional ?? [])];
  for (const name of Object.keys(call.fields)) {
    if (!known.includes(name)) found.push(`${where}: unknown field ${name}`);
  }
  for (const name of route.required) {
    if (!(name in call.fields)) found.push(`${where}: missing field ${name}`);
  }
  if (route.name === 'send' && Object.keys(call.fields).length !== 1) {
    found.push(`${where}: neither text alone nor image alone`);
  }
  return found;
}

export function findHandshakeTrespasses(
  query: Record<string, unknown>,
  auth: Record<string, unknown>,
): string[] {
  const found = [
    ...Object.keys(query)
      .filter((name) => !HANDSHAKE_KEYS.includes(name))
      .map((name) => `socket: unknown query parameter ${name}`),
    ...Object.keys(auth)
      .filter((name) => !IGNORED_AUTH.includes(name))
      .map((name) => `socket: unknown handshake value ${name}`),
  ];
  if (!/^[0-9a-f]{24}$/.test(String(query.userId))) {
    found.push(`socket: userId is ${String(query.userId)}`);
  }
  return found;
}

export function flattenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  );
}
