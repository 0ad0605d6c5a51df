import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port that is free now and stays so for a restart: below the range from which the system gives
 * ports to outgoing connections.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/**
 * Ports of one kind of server: those of servers that have ended are given to the next. At an address that it knows, a
 * browser has the scripts of the app compiled (`browser.ts`).
 */
export function keepPorts() {
  const free: number[] = [];
  return {
    take: async () => free.pop() ?? (await findFreePort()),
    giveBack: (port: number) => void free.push(port),
  };
}
