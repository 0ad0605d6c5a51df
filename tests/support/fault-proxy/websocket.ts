/**
 * Sockets through the proxy. Socket.IO events from the server (text frames that begin with `42`) can be
 * delayed, doubled, overtaken by the next one, or met by the end of the connection; all other frames pass
 * as they are, so that the protocol itself stays whole.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { FaultPlan } from './plan.ts';

/** Events whose order and number a client must not rely on: what they tell is true at any time. */
const MESSAGE_EVENT = /^42\["(newMessage|messageSent|delivered|seen|seenElsewhere)"/;

/** An event that is to be overtaken does not wait longer for one that overtakes it, in ms. */
const OVERTAKE_WITHIN_MS = 150;

export interface SocketBridge {
  /** Joins a browser's upgrade request with a connection to the server of its own. */
  join(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all connections as a network does. */
  cut(): void;
  count(): number;
}

interface BridgeOptions {
  /** Origin of the server. */
  target: string;
  getPlan(): FaultPlan;
  /** The name under which the faults of a request's events are drawn. */
  nameStream(request: IncomingMessage): string;
  /** Counts a fault that an event met. */
  tally(kind: string): void;
}

export function makeSocketBridge(options: BridgeOptions): SocketBridge {
  const { target, nameStream } = options;
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const pairs = new Set<() => void>();

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
        const deliver = makeDelivery(browser, options, nameStream(request), abandon);
        browser.on('error', abandon);
        browser.on('message', (data, isBinary) => upstream.send(data, { binary: isBinary }));
        upstream.on('message', deliver);
        browser.once('close', () => upstream.close());
        upstream.once('close', abandon);
      });
    });
  }

  return {
    join,
    cut() {
      for (const abandon of [...pairs]) abandon();
    },
    count: () => pairs.size,
  };
}

/** Passes frames on in their order, with the faults that the plan has for them. */
function makeDelivery(
  browser: WebSocket,
  { getPlan, tally }: BridgeOptions,
  stream: string,
  cut: () => void,
): (data: RawData, isBinary: boolean) => void {
  let line = Promise.resolve();
  let overtaken: (() => void) | undefined;

  function letOvertakenGo(): void {
    overtaken?.();
    overtaken = undefined;
  }

  return (data, isBinary) => {
    const send = () => {
      if (browser.readyState === WebSocket.OPEN) browser.send(data, { binary: isBinary });
    };
    const text = isBinary ? '' : data.toString();
    const isEvent = text.startsWith('42');
    const isAboutMessages = MESSAGE_EVENT.test(text);
    const plan = getPlan();
    const delayMs = isEvent ? plan.drawDelay(stream) : 0;
    const fault = isEvent ? plan.drawEvent(stream, isAboutMessages) : undefined;
    if (fault) tally(fault === 'cut' ? 'cut socket' : fault);
    line = line.then(async () => {
      if (delayMs > 0) await wait(delayMs);
      if (fault === 'cut') return cut();
      if (fault === 'reorder' && !overtaken) {
        overtaken = send;
        setTimeout(letOvertakenGo, OVERTAKE_WITHIN_MS).unref();
        return;
      }
      send();
      if (fault === 'duplicate') send();
      if (isAboutMessages) letOvertakenGo();
    });
  };
}
