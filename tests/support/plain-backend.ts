/**
 * A stranger to this project: a small chat backend, in memory, that speaks spec section 7 and nothing
 * more. It knows one socket of each person, by `userId` alone, announces no feature, pages nothing, keeps pictures as
 * the data URLs it was sent or under addresses of its own, and refuses with 200 and `success: false`. Whatever a client
 * sends beyond the contract is kept in `trespasses`. Faults can be scripted, and it can stop and start again on its data.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Fault, makeCallFaults, type ReceivedCall } from './call-faults.ts';
import { findFreePort } from './free-port.ts';
import {
  ALLOWED_CORS_HEADERS,
  findRoute,
  findTrespasses,
  flattenHeaders,
} from './plain-contract.ts';
import { openPlainSockets, type PlainSockets } from './plain-sockets.ts';
import { type Fields, PlainWorld, Refusal, type Stamp } from './plain-world.ts';
import { builtClient, serveClient } from './static-client.ts';

const API = '/api/v1';
const UPLOADS = '/uploads/';

export type PlainBackend = Awaited<ReturnType<typeof startPlainBackend>>;

interface PlainBackendOptions {
  /** Origin of a client that is served elsewhere: answers CORS strictly, and serves no client. */
  clientOrigin?: string;
  /** Directory of the built client. */
  client?: string;
  /** What it writes on each message; to the millisecond unless told. */
  stamp?: Stamp;
  /** What it answers for a picture: the data URL that it was sent, unless told. */
  pictures?: 'data URLs' | 'addresses';
}

export async function startPlainBackend(options: PlainBackendOptions = {}) {
  const uploads = new Map<string, { type: string; bytes: Buffer }>();
  const world = new PlainWorld({
    stamp: options.stamp,
    ...(options.pictures === 'addresses' && { storePicture: upload }),
  });
  const calls: ReceivedCall[] = [];
  const trespasses: string[] = [];
  const faults = makeCallFaults();
  const port = await findFreePort();
  let running: { http: Server; sockets: PlainSockets } | undefined;

  function upload(dataUrl: string): string {
    const path = `${UPLOADS}${uploads.size + 1}`;
    const [, type = '', base64 = ''] = /^data:([^;]*);base64,(.*)$/s.exec(dataUrl) ?? [];
    uploads.set(path, { type, bytes: Buffer.from(base64, 'base64') });
    return `http://127.0.0.1:${port}${path}`;
  }

  async function start(): Promise<void> {
    if (running) return;
    const http = createServer((request, response) => {
      handleRequest(request, response).catch((error: unknown) => {
        trespasses.push(`${request.method} ${request.url}: ${String(error)}`);
        response.destroy();
      });
    });
    const sockets = openPlainSockets(http, {
      trespasses,
      ...(options.clientOrigin ? { clientOrigin: options.clientOrigin } : {}),
    });
    running = { http, sockets };
    http.listen(port, '127.0.0.1');
    await once(http, 'listening');
  }

  async function stop(): Promise<void> {
    if (!running) return;
    const { http, sockets } = running;
    running = undefined;
    sockets.cut();
    http.closeAllConnections();
    await sockets.close();
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://plain');
    const uploaded = uploads.get(url.pathname);
    if (uploaded) {
      response.writeHead(200, { 'content-type': uploaded.type }).end(uploaded.bytes);
      return;
    }
    if (!url.pathname.startsWith(`${API}/`)) {
      // By HEAD the app asks whether a script that did not load is gone.
      if (/^(GET|HEAD)$/.test(request.method ?? '') && !options.clientOrigin) {
        const isThere = serveClient(options.client ?? builtClient, url.pathname, response);
        if (!isThere) trespasses.push(`GET ${url.pathname}: no such file`);
        return;
      }
      trespasses.push(`${request.method} ${url.pathname}: unknown call`);
      response.writeHead(404).end();
      return;
    }
    if (options.clientOrigin) {
      response.setHeader('access-control-allow-origin', options.clientOrigin);
      if (request.method === 'OPTIONS') return answerPreflight(request, response);
    }

    const call: ReceivedCall = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(API.length),
      query: url.searchParams,
      headers: flattenHeaders(request.headers),
      fields: await readFields(request),
    };
    calls.push(call);
    trespasses.push(...findTrespasses(call));
    await answer(call, faults.take(call), response);
  }

  async function answer(
    call: ReceivedCall,
    fault: Fault | undefined,
    response: ServerResponse,
  ): Promise<void> {
    if (fault?.kind === 'cut') return void response.destroy();
    if (fault?.kind === 'refuse') {
      return sendJson(response, 200, { success: false, message: fault.message });
    }
    if (fault?.kind === 'status') {
      const { status, message } = fault;
      return sendJson(response, status, message === undefined ? {} : { success: false, message });
    }
    const outcome = perform(call);
    if (fault?.kind === 'loseAnswer') return void response.destroy();
    if (fault?.kind === 'holdAnswer') await fault.until;
    sendJson(response, outcome.status, outcome.body);
  }

  function perform(call: ReceivedCall): { status: number; body: object } {
    try {
      const body = respond(call);
      return body ? { status: 200, body: { success: true, ...body } } : { status: 404, body: {} };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: 200, body: { success: false, message: error.message } };
    }
  }

  function respond(call: ReceivedCall): object | undefined {
    const route = findRoute(call);
    if (!route) return undefined;
    if (route.name === 'signup' || route.name === 'login') {
      const isNew = route.name === 'signup';
      const { user, token } = isNew ? world.signUp(call.fields) : world.logIn(call.fields);
      const message = isNew ? 'Account created successfully' : 'Login successful';
      return { userData: user, token, message };
    }
    const me = world.identify(call.headers.token);
    switch (route.name) {
      case 'check':
        return { user: me };
      case 'updateProfile':
        return { user: world.updateProfile(me._id, call.fields) };
      case 'listUsers':
        return world.listUsers(me._id);
      case 'readConversation':
        return { messages: world.readConversation(me._id, route.id) };
      case 'send': {
        const newMessage = world.send(me._id, route.id, call.fields);
        running?.sockets.emitTo(route.id, 'newMessage', newMessage);
        return { newMessage };
      }
      case 'mark':
        world.mark(route.id);
        return {};
    }
  }

  function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
    const asked = String(request.headers['access-control-request-headers'] ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '');
    const unknown = asked.filter((name) => !ALLOWED_CORS_HEADERS.includes(name));
    for (const name of unknown) trespasses.push(`preflight: unknown header ${name}`);
    response.setHeader('access-control-allow-headers', ALLOWED_CORS_HEADERS.join(', '));
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT');
    response.writeHead(unknown.length > 0 ? 403 : 204).end();
  }

  await start();
  return {
    /** Origin, without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    world,
    /** Every call that arrived, in order. */
    calls,
    /** What clients sent beyond the contract, in words; empty as long as they keep to it. */
    trespasses,
    faults,
    /** To every socket of one person. */
    emitTo: (userId: string, event: string, ...values: unknown[]) =>
      running?.sockets.emitTo(userId, event, ...values),
    countSockets: (userId: string) => running?.sockets.count(userId) ?? 0,
    /** Breaks connections as a network does, without a reason. All, or those of one person. */
    cutSockets: (userId?: string) => running?.sockets.cut(userId),
    /** Of one person, whose socket stays open. */
    forgetSocket: (userId: string) => running?.sockets.forget(userId),
    /** Stops listening and cuts everything; people and messages stay. */
    stop,
    start,
  };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The body's fields as strings; an empty body has none. */
async function readFields(request: IncomingMessage): Promise<Fields> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += String(part);
  if (text === '') return {};
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
    : {};
}
