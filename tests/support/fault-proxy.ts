/**
 * A bad network: a proxy on loopback between browsers and a server, which acts on single calls and on
 * single events. Faults come by chance from a seed (`setRandomFaults`), or by script (`faults`), or as a state
 * (`setRefused`, `setApiDown`). The app's own files always pass, so that a page can load at any time.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  describeFault,
  type Faults,
  makeFaultPlan,
  OUTAGE_MS,
} from '../../src/devtools/lab/fault-plan.ts';
import { API_PREFIX } from '../../src/protocol/http.ts';
import { makeCallFaults, type ReceivedCall } from './call-faults.ts';
import { passCall } from './fault-proxy/http.ts';
import { makeSocketBridge } from './fault-proxy/websocket.ts';
import { keepPorts } from './free-port.ts';
import { flattenHeaders } from './plain-contract.ts';

const ports = keepPorts();

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

export async function startFaultProxy(target: string) {
  const port = await ports.take();
  const calls: ReceivedCall[] = [];
  const faults = makeCallFaults();
  let plan = makeFaultPlan(0, {});
  let isApiDown = false;
  let isClosed = false;
  let outage: NodeJS.Timeout | undefined;
  const nameOf = makeNames();
  const met: Record<string, number> = {};
  const tally = (kind: string) => {
    met[kind] = (met[kind] ?? 0) + 1;
  };
  const bridge = makeSocketBridge({
    target,
    tally,
    getPlan: () => plan,
    nameStream: ({ url = '/' }) =>
      `events to ${nameOf(new URL(url, target).searchParams.get('userId'))}`,
  });
  const connections = new Set<Socket>();
  const http: Server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  http.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  http.on('upgrade', (request, socket, head) => {
    if (isApiDown) socket.destroy();
    else bridge.join(request, socket, head);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', target);
    if (isApiDown && /^\/(api|socket\.io)\//.test(url.pathname)) return void response.destroy();
    if (!url.pathname.startsWith(`${API_PREFIX}/`)) return passCall(request, response, { target });
    const call: ReceivedCall = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(API_PREFIX.length),
      query: url.searchParams,
      headers: flattenHeaders(request.headers),
      fields: {},
    };
    calls.push(call);
    const path = call.path.replace(/[0-9a-f]{24}/, 'ID');
    const stream = `${call.method} ${path} of ${nameOf(call.headers.token)}`;
    const delayMs = plan.drawDelay(stream);
    const fault = faults.take(call) ?? plan.drawCall(stream);
    if (fault) tally(describeFault(fault));
    if (fault?.kind === 'outage') return endureOutage();
    return passCall(request, response, { target, fault, delayMs });
  }

  function endureOutage(): void {
    void setRefused(true);
    clearTimeout(outage);
    outage = setTimeout(() => void setRefused(false), OUTAGE_MS);
  }

  function cut(): void {
    bridge.cut();
    for (const socket of connections) socket.destroy();
  }

  async function setRefused(isRefused: boolean): Promise<void> {
    if (isClosed || isRefused !== http.listening) return;
    if (!isRefused) {
      http.listen(port, '127.0.0.1');
      await once(http, 'listening');
      return;
    }
    const closed = once(http, 'close');
    http.close();
    cut();
    await closed;
  }

  await setRefused(false);
  return {
    /** Origin, without a trailing slash. */
    url: `http://127.0.0.1:${port}`,
    /** Every API call that arrived, in order. */
    calls,
    /** Faults for the next calls that match; they come before those by chance. */
    faults,
    /** How often each kind of fault has happened. */
    met,
    /** From now on faults come by chance; without any it is a good network. */
    setRandomFaults(faults: Faults, seed: number): void {
      plan = makeFaultPlan(seed, faults);
    },
    /** While true nobody can connect, and what was connected is cut. */
    setRefused,
    /** While true every call and every socket is cut; the app's own files still come. */
    setApiDown(isDown: boolean): void {
      isApiDown = isDown;
      if (isDown) cut();
    },
    /** Ends all connections as a network does, once. */
    cut,
    countSockets: bridge.count,
    async close(): Promise<void> {
      clearTimeout(outage);
      await setRefused(true);
      if (!isClosed) ports.giveBack(port);
      isClosed = true;
    },
  };
}

/** Ids and tokens are new in each run; their order of appearance is what a seed can rely on. */
function makeNames(): (unknown: string | null | undefined) => number {
  const names = new Map<unknown, number>();
  return (unknown) => {
    const name = names.get(unknown) ?? names.size;
    names.set(unknown, name);
    return name;
  };
}
