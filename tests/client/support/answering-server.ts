/** A bare HTTP server that answers what a test tells it to, also pages of another origin, and remembers what it was asked. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface AnsweringServer {
  url: string;
  asked: Asked[];
  close(): Promise<void>;
}

export type Answer = (asked: Asked, response: ServerResponse) => void;

export async function startAnsweringServer(answer: Answer): Promise<AnsweringServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body };
    asked.push(one);
    answer(one, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
