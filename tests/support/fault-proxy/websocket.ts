/** Sockets through the proxy, with the faults of the plan on what comes from the server. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { FaultPlan } from '../../../src/devtools/lab/fault-plan.ts';
import { makeEventLine } from '../../../src/devtools/lab/sockets.ts';

interface BridgeOptions {
  /** Origin of the server. */
  target: string;
  getPlan(): FaultPlan;
  /** The name under which the faults of a request's events are drawn. */
  nameStream(request: IncomingMessage): string;
  /** Counts a fault that an event met. */
  tally(kind: string): void;
}

export function makeSocketBridge(options: BridgeOptions) {
  const { target, getPlan, nameStream, tally } = options;
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const pairs = new Set<() => void>();

  /** Joins a browser's upgrade request with a connection to the server of its own. */
  function join(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A page's origin has to be the address that it connects to.
    const { origin, host = '' } = request.headers;
    const url = `${target.replace(/^http/, 'ws')}${request.url ?? '/'}`;
    const upstream = new WebSocket(url, {
      perMessageDeflate: false,
      headers: { host, ...(origin && { origin }) },
    });
    const abandon = () => {
      upstream.terminate();
      socket.destroy();
    };
    pairs.add(abandon);
    socket.once('close', () => {
      pairs.delete(abandon);
      upstream.terminate();
    });
    socket.on('error', abandon);
    upstream.on('error', abandon);
    upstream.once('open', () => {
      if (socket.destroyed) return abandon();
      server.handleUpgrade(request, socket, head, (browser) => {
        const takeIn = makeEventLine({ getPlan, tally, stream: nameStream(request), cut: abandon });
        browser.on('error', abandon);
        browser.on('message', (data, isBinary) => upstream.send(data, { binary: isBinary }));
        upstream.on('message', (data, isBinary) =>
          takeIn(isBinary ? '' : data.toString(), () => {
            if (browser.readyState === WebSocket.OPEN) browser.send(data, { binary: isBinary });
          }),
        );
        browser.once('close', () => upstream.close());
        upstream.once('close', abandon);
      });
    });
  }

  return {
    join,
    /** Ends all connections as a network does. */
    cut() {
      for (const abandon of [...pairs]) abandon();
    },
    count: () => pairs.size,
  };
}
