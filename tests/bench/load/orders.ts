/**
 * What the benchmark asks of the load generator, a process of its own, and what it answers. Times are in ms unless the
 * name says seconds.
 */

export interface Person {
  id: string;
  token: string;
}

export interface Target {
  /** `contract`: POST and Socket.IO. `relay`: Socket.IO alone, with the event `send`. */
  kind: 'contract' | 'relay';
  /** Origin; loopback. */
  url: string;
  /** Further nodes, over which people are spread. */
  otherUrls?: string[];
  /** Whether the two of a pair are on different nodes. */
  isApart?: boolean;
  /** Process whose tree is charged. */
  pid: number;
  /** Sends an idempotency key with each message, as this project's client does. */
  sendsKeys: boolean;
  /** Asks for changes of presence instead of whole lists, and for what the person sends elsewhere. */
  wantsExtras: boolean;
}

interface Load {
  bytes: number;
  warmUpSeconds: number;
  seconds: number;
}

export type Order =
  /** Everybody connects; 2k and 2k+1 are a pair. */
  | { type: 'meet'; target: Target; people: Person[] }
  /** As fast as it goes, with `window` messages of each pair under way. */
  | ({ type: 'closed'; window: number } & Load)
  /** Poisson arrivals, `rate` a second, whatever the server does. */
  | ({ type: 'open'; rate: number } & Load)
  /** Opens `count` more connections that say nothing, spread over these people. */
  | { type: 'idle'; people: Person[]; count: number }
  /** All people connect evenly within the time; ends when every one of them knows all. */
  | { type: 'storm'; target: Target; people: Person[]; seconds: number };

export type LoadOrder = Extract<Order, { type: 'open' | 'closed' }>;

/** What an order comes to. */
export type ResultOf<Given extends Order> = Given extends LoadOrder
  ? Delivery
  : Given extends { type: 'storm' }
    ? Storm
    : undefined;

export interface Usage {
  serverCpuMs: number;
  generatorCpuMs: number;
  /** Cores that other programs kept busy meanwhile, on this machine or on others of the same host. */
  othersCores: number;
  wallMs: number;
}

export interface Delivery {
  delivered: number;
  /** From writing the request to having the frame. */
  p50: number;
  p99: number;
  /** How far behind schedule the generator itself was (open loop). */
  lateP99: number;
  /** Deliveries for each message sent in the measured time; well below 1 the server fell behind. */
  held: number;
  /** Not there when the wait for the last ones ended. */
  lost: number;
  doubled: number;
  refused: number;
  usage: Usage;
}

export interface Storm {
  frames: number;
  bytes: number;
  /** From the first connect until the last client knew all; NaN when one never did. */
  settledMs: number;
  failed: number;
  usage: Usage;
}
