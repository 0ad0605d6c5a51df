/** What is no HTTP request at all, or never gets finished: answered like every other refusal, then cut. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type Exchanges, isAnswering } from './exchanges.ts';

interface Refusal {
  status: string;
  message: string;
}

/**
 * Status lines whole: the table of `node:http` is not imported, because an import of anything from there loads
 * Node's client for fetch as well, a tenth of the time of a start.
 */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
};
const NO_REQUEST: Refusal = {
  status: '400 Bad Request',
  message: 'This is not a request that the server understands.',
};

/** What every answer carries. */
type Headers = Record<string, string>;

export function answerClientErrors(headers: Headers, readExchanges: () => Exchanges) {
  return (error: ConnectionError, socket: Socket): void => {
    const exchange = readExchanges().get(socket);
    const isMidAnswer = exchange !== undefined && isAnswering(exchange);
    // The other end is gone, or would take it for something else.
    if (error.code === 'ECONNRESET' || !socket.writable || isMidAnswer) socket.destroy();
    else socket.end(write(REFUSALS[error.code] ?? NO_REQUEST, headers));
  };
}

function write({ status, message }: Refusal, headers: Headers): string {
  const body = JSON.stringify({ success: false, message });
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');
}

/** A header `Expect` that asks for anything but `100-continue`. */
export function answerExpectations(server: Server, headers: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const message = 'The server cannot do what the header Expect asks for.';
    response.writeHead(417, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    response.end(JSON.stringify({ success: false, message }));
  });
}
