/** A connection that passes through a test's own server has two ends: when one closes or fails, so does the other. */
import type { Socket } from 'node:net';

/** Both stand among `connections` while they are open. What they carry is the caller's to pass on. */
export function joinEnds(incoming: Socket, outgoing: Socket, connections: Set<Socket>): void {
  for (const [end, other] of [
    [incoming, outgoing],
    [outgoing, incoming],
  ] as const) {
    connections.add(end);
    end.setNoDelay(true);
    end.on('error', () => other.destroy());
    end.on('close', () => {
      connections.delete(end);
      other.destroy();
    });
  }
}
