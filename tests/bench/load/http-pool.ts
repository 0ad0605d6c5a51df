/**
 * Requests over kept-alive connections, one at a time on each. The generator shares the machine with the
 * server that it measures, so it costs as little as it can: requests are ready-made text, and of an answer
 * only the status and the end are looked for. An answer must carry its content-length, unless it has no
 * body.
 */
import { connect, type Socket } from 'node:net';

/** `status` is 0 when the connection failed; `bytes` counts the body. */
type HandleAnswer = (status: number, bytes: number) => void;

const HEAD_END = '\r\n\r\n';

export class HttpPool {
  readonly #host: string;
  readonly #port: number;
  readonly #all = new Set<Connection>();
  #idle: Connection[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  send(request: string, handleAnswer: HandleAnswer): void {
    const connection = this.#idle.pop() ?? this.#open();
    connection.send(request, (status, bytes) => {
      if (status !== 0) this.#idle.push(connection);
      handleAnswer(status, bytes);
    });
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  #open(): Connection {
    const connection = new Connection(connect({ host: this.#host, port: this.#port }), () => {
      // The server may end a connection that nobody used for a while.
      this.#all.delete(connection);
      this.#idle = this.#idle.filter((other) => other !== connection);
    });
    this.#all.add(connection);
    return connection;
  }
}

class Connection {
  readonly #socket: Socket;
  /** Of the answer that is coming in. */
  #chunks: Buffer[] = [];
  #received = 0;
  #answer: { status: number; total: number; bytes: number } | undefined;
  #handleAnswer: HandleAnswer | undefined;

  constructor(socket: Socket, handleClose: () => void) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => Buffer.isBuffer(chunk) && this.#read(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      handleClose();
      this.#finish(0, 0);
    });
  }

  send(request: string, handleAnswer: HandleAnswer): void {
    this.#handleAnswer = handleAnswer;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#handleAnswer = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received += chunk.length;
    this.#answer ??= this.#readHead(chunk);
    if (!this.#answer || this.#received < this.#answer.total) return;
    const { status, bytes } = this.#answer;
    this.#chunks = [];
    this.#received = 0;
    this.#answer = undefined;
    this.#finish(status, bytes);
  }

  #readHead(chunk: Buffer) {
    this.#chunks.push(chunk);
    const [first = chunk] = this.#chunks;
    const received = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    const end = received.indexOf(HEAD_END);
    if (end < 0) return undefined;
    const head = received.toString('latin1', 0, end);
    const status = Number(head.slice(9, 12));
    const length =
      /\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? (status === 304 ? '0' : undefined);
    if (length === undefined) {
      this.#socket.destroy();
      return undefined;
    }
    const bytes = Number(length);
    return { status, total: end + HEAD_END.length + bytes, bytes };
  }

  #finish(status: number, bytes: number): void {
    const handleAnswer = this.#handleAnswer;
    this.#handleAnswer = undefined;
    handleAnswer?.(status, bytes);
  }
}
