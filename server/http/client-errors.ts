/**
 * What is no HTTP request at all, or never gets finished: answered like every other refusal, then cut. Each
 * function takes the headers that every answer carries.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';

/**
 * Status lines whole: the table of `node:http` is not imported, because an import of anything from there loads
 * Node's client for fetch as well, a tenth of the time of a start.
 */
const REFUSALS: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
};
const NO_REQUEST = {
  status: '400 Bad Request',
  message: 'This is not a request that the server understands.',
};

type Headers = Record<string, string>;

export function answerClientErrors(headers: Headers) {
  return (error: ConnectionError, socket: Socket) => answerClientError(error, socket, headers);
}

function answerClientError(error: ConnectionError, socket: Socket, headers: Headers): void {
  // The other end is gone: there is nobody to answer.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = REFUSALS[error.code] ?? NO_REQUEST;
  const body = JSON.stringify({ success: false, message });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  );
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
