/**
 * What companies and home servers put in front of an application: while it is closed, it answers everything itself, by
 * a redirect to a login page of another origin, or by a page with a status. While it is open, it passes everything on.
 */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { Socket } from 'node:net';

const PAGE = '<!doctype html><title>Gate</title><h1>Sign in here</h1>';

export async function startLoginGate(backendUrl: string) {
  let answer: 'redirect' | number | undefined;
  const sockets = new Set<Socket>();
  const backend = new URL(backendUrl);
  const pass = ({ method, url, headers }: IncomingMessage) =>
    request({ host: backend.hostname, port: backend.port, method, path: url, headers });

  const login = createServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  const gate = createServer((asked, response) => {
    if (answer === 'redirect') {
      response.writeHead(302, { location: `${urlOf(login)}/` }).end();
    } else if (answer !== undefined) {
      response.writeHead(answer, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    } else {
      const passed = pass(asked).on('error', () => response.destroy());
      passed.on('response', (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
      });
      asked.pipe(passed);
    }
  });
  gate.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  gate.on('upgrade', (asked, socket, head) => {
    if (answer !== undefined) {
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${urlOf(login)}/\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const passed = pass(asked).on('error', () => socket.destroy());
    passed.on('upgrade', (answered, upstream, first) => {
      const lines = answered.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
      upstream.on('error', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    });
    passed.end();
  });
  await Promise.all([listen(gate), listen(login)]);
  return {
    url: urlOf(gate),
    /** The other origin, which shows a page that says "Sign in here". */
    loginUrl: urlOf(login),
    /** `redirect`, or the status of its page, which says the same. */
    close(given: 'redirect' | number) {
      answer = given;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      answer = undefined;
    },
    async dispose() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([gate, login].map((one) => new Promise((resolve) => one.close(resolve))));
    },
  };
}

const listen = (server: Server) =>
  new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

function urlOf(server: Server): string {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('not listening');
  return `http://127.0.0.1:${address.port}`;
}
