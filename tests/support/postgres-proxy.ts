/**
 * Stands between a server and its PostgreSQL, and loses answers: what was asked for is done, its answer never
 * arrives, and the connection breaks; or holds them back. The rest passes as it is.
 */
import { connect, createServer, type Socket } from 'node:net';
import { joinEnds } from './join-ends.ts';

export type PostgresProxy = Awaited<ReturnType<typeof startPostgresProxy>>;

interface Waiting {
  statement: string;
  /** Answers whether the answer passes. */
  meet(): Promise<boolean>;
}

export async function startPostgresProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const connections = new Set<Socket>();
  const expected = new Set<Waiting>();

  function pass(incoming: Socket): void {
    const outgoing = connect(Number(port), hostname);
    let met: Waiting | undefined;
    joinEnds(incoming, outgoing, connections);
    incoming.on('data', (asked) => {
      for (const waiting of expected) {
        if (!asked.includes(waiting.statement)) continue;
        expected.delete(waiting);
        met = waiting;
      }
      outgoing.write(asked);
    });
    let before: Promise<void> = Promise.resolve();
    outgoing.on('data', (answer) => {
      // PostgreSQL answers in one piece, once the transaction has ended.
      const meeting = met;
      met = undefined;
      before = before.then(async () => {
        if (meeting && !(await meeting.meet())) incoming.destroy();
        else incoming.write(answer);
      });
    });
  }

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port was taken.');
  const url = new URL(databaseUrl);
  url.port = String(address.port);

  return {
    /** What goes into `DATABASE_URL`. */
    url: url.href,
    /** The next answer to a statement of this name is lost; resolves when it was. */
    loseAnswerTo: (statement: string) =>
      new Promise<void>((resolve) => {
        expected.add({
          statement,
          async meet() {
            resolve();
            return false;
          },
        });
      }),
    /** Holds back the next answer to a statement of this name; resolves when it has come, with what lets it pass. */
    holdAnswerTo: (statement: string) =>
      new Promise<() => void>((resolve) => {
        expected.add({
          statement,
          meet: () => new Promise<boolean>((release) => resolve(() => release(true))),
        });
      }),
    async close() {
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
