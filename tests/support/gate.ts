/** Stands between a node and Redis or PostgreSQL, so that it alone is cut off from it, or hears it late. */
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';
import { joinEnds } from './join-ends.ts';

export type Gate = Awaited<ReturnType<typeof startGate>>;

export async function startGate(engineUrl: string) {
  const target = new URL(engineUrl);
  const connections = new Set<Socket>();
  let isShut = false;
  let isHeld = false;

  function pass(incoming: Socket): void {
    if (isShut) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    joinEnds(incoming, outgoing, connections);
    // No pipe: it would let flow again what `hold` has paused.
    incoming.on('data', (bytes) => outgoing.write(bytes));
    outgoing.on('data', (bytes) => incoming.write(bytes));
    if (isHeld) for (const end of [incoming, outgoing]) end.pause();
  }

  function end(): void {
    for (const connection of connections) connection.destroy();
  }

  const server = createServer(pass);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const url = new URL(engineUrl);
  url.port = `${port}`;

  return {
    /** What the node is told in place of the engine's address. */
    url: url.href,
    /** Ends its connections, and takes no new ones until `open`. */
    shut() {
      isShut = true;
      end();
    },
    open() {
      isShut = false;
      isHeld = false;
      for (const connection of connections) connection.resume();
    },
    /** Nothing passes, and nothing is lost, until `open`: also on connections that come meanwhile. */
    hold() {
      isHeld = true;
      for (const connection of connections) connection.pause();
    },
    async close() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
