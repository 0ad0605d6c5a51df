/**
 * POSTs over kept-alive connections, one request at a time on each. The generator shares the machine with
 * the server that it measures, so it costs as little as it can: requests are ready-made text, and of an
 * answer only the status and the end are looked for. Answers must carry a content-length.
 */
import { connect, type Socket } from 'node:net';

/** `status` is 0 when the connection failed. */
type HandleAnswer = (status: number) => void;

const NO_BYTES = Buffer.alloc(0);

export class HttpPool {
  readonly #host: string;
  readonly #port: number;
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  send(request: string, handleAnswer: HandleAnswer): void {
    const connection = this.#idle.pop() ?? this.#open();
    connection.send(request, (status) => {
      if (status === 0) this.#all.delete(connection);
      else this.#idle.push(connection);
      handleAnswer(status);
    });
  }

  close(): void {
    for (const connection of this.#all) connection.close();
    this.#all.clear();
    this.#idle.length = 0;
  }

  #open(): Connection {
    const connection = new Connection(connect({ host: this.#host, port: this.#port }));
    this.#all.add(connection);
    return connection;
  }
}

class Connection {
  readonly #socket: Socket;
  #received: Buffer = NO_BYTES;
  #handleAnswer: HandleAnswer | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => Buffer.isBuffer(chunk) && this.#read(chunk));
    socket.on('error', () => this.#answer(0));
    socket.on('close', () => this.#answer(0));
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
    const received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) {
      this.#received = received;
      return;
    }
    const length = /\r\ncontent-length: *(\d+)/i.exec(received.toString('latin1', 0, head))?.[1];
    if (length === undefined) {
      this.#socket.destroy(new Error('An answer came without its length.'));
      return;
    }
    if (received.length < head + 4 + Number(length)) {
      this.#received = received;
      return;
    }
    this.#received = NO_BYTES;
    this.#answer(Number(received.toString('latin1', 9, 12)));
  }

  #answer(status: number): void {
    const handleAnswer = this.#handleAnswer;
    this.#handleAnswer = undefined;
    handleAnswer?.(status);
  }
}
