/**
 * What stands before several nodes, as small as it can be: each new connection goes to the next node that says
 * it is ready, with no regard to whose it is.
 */
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from './free-port.ts';
import { joinEnds } from './join-ends.ts';

/** How often the nodes are asked. */
const CHECK_MS = 100;

export async function startRoundRobin(nodes: readonly { url: string }[]) {
  const connections = new Set<Socket>();
  let ready = [...nodes];
  let turn = 0;

  async function check(): Promise<void> {
    const answers = await Promise.all(
      nodes.map(async (node) => {
        const signal = AbortSignal.timeout(CHECK_MS * 10);
        const answer = await fetch(`${node.url}/readyz`, { signal }).catch(() => undefined);
        return answer?.ok ? [node] : [];
      }),
    );
    ready = answers.flat();
  }

  function pass(incoming: Socket): void {
    const node = ready[turn % ready.length];
    turn += 1;
    if (!node) return void incoming.destroy();
    const { hostname, port } = new URL(node.url);
    const outgoing = connect(Number(port), hostname);
    joinEnds(incoming, outgoing, connections);
    incoming.pipe(outgoing).pipe(incoming);
  }

  const server = createServer(pass);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await check();
  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, CHECK_MS);

  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      clearInterval(timer);
      await checking;
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
