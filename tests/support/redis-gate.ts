/** Stands between one node and the Redis of all, so that this node alone is cut off from it, or hears it late. */
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';
import { joinEnds } from './join-ends.ts';

export interface RedisGate {
  /** What goes into `REDIS_URL` of that node. */
  url: string;
  /** Ends its connections, and takes no new ones until `open`. */
  shut(): void;
  open(): void;
  /** Nothing passes, and nothing is lost, until what it answers is called. */
  hold(): () => void;
  close(): Promise<void>;
}

export async function startRedisGate(redisUrl: string): Promise<RedisGate> {
  const target = new URL(redisUrl);
  const connections = new Set<Socket>();
  let isShut = false;

  function pass(incoming: Socket): void {
    if (isShut) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    joinEnds(incoming, outgoing, connections);
    // No pipe: it would let flow again what `hold` has paused.
    incoming.on('data', (bytes) => outgoing.write(bytes));
    outgoing.on('data', (bytes) => incoming.write(bytes));
  }

  function end(): void {
    for (const connection of connections) connection.destroy();
  }

  const server = createServer(pass);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    url: `redis://127.0.0.1:${port}`,
    shut() {
      isShut = true;
      end();
    },
    open() {
      isShut = false;
    },
    hold() {
      const held = [...connections];
      for (const connection of held) connection.pause();
      return () => {
        for (const connection of held) connection.resume();
      };
    },
    async close() {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
