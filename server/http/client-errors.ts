/** Answers input that is not valid HTTP, and requests that never end, then closes the connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { type Exchanges, isAnswering } from './exchanges.ts';

interface Refusal {
  status: string;
  message: string;
}

/**
 * Written out here: importing anything from `node:http` would also load Node's fetch client, which takes a tenth of the
 * start time.
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

/** Headers of every answer. */
type Headers = Record<string, string>;

export function answerClientErrors(headers: Headers, readExchanges: () => Exchanges) {
  return (error: ConnectionError, socket: Socket): void => {
    const exchange = readExchanges().get(socket);
    const isMidAnswer = exchange !== undefined && isAnswering(exchange);
    // The client is gone, or would take the text for a part of the previous answer.
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

/** For a header `Expect` with any value but `100-continue`. */
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
