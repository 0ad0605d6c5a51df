/**
 * What the benchmark asks of the load generator, and what it answers. The generator is a process of its
 * own, so both are checked where they arrive. Times are in ms unless the name says seconds.
 */
import { z } from 'zod';

export const PERSON = z.object({ id: z.string(), token: z.string() });
export type Person = z.infer<typeof PERSON>;

/** What the process of a cluster is asked, and what it answers. */
export const CLUSTER_QUESTION = z.object({
  nodes: z.number(),
  hasRedis: z.boolean(),
  people: z.number(),
});
export const CLUSTER_ANSWER = z.object({ urls: z.array(z.string()), people: z.array(PERSON) });

const TARGET = z.object({
  /** `contract`: POST and Socket.IO. `relay`: Socket.IO alone, with the event `send`. */
  kind: z.enum(['contract', 'relay']),
  /** Origin; loopback. */
  url: z.string().startsWith('http://127.0.0.1:'),
  /** Further nodes, over which people are spread. */
  otherUrls: z.array(z.string().startsWith('http://127.0.0.1:')).optional(),
  /** Whether the two of a pair are on different nodes. */
  isApart: z.boolean().optional(),
  /** Process whose tree is charged. */
  pid: z.number(),
  /** Sends an idempotency key with each message, as this project's client does. */
  sendsKeys: z.boolean(),
  /** Asks for changes of presence instead of whole lists, and for what the person sends elsewhere. */
  wantsExtras: z.boolean(),
});
export type Target = z.infer<typeof TARGET>;

export const ORDER = z.discriminatedUnion('type', [
  /** Everybody connects; 2k and 2k+1 are a pair. */
  z.object({ type: z.literal('meet'), target: TARGET, people: z.array(PERSON) }),
  /** As fast as it goes, with `window` messages of each pair under way. */
  z.object({
    type: z.literal('closed'),
    window: z.number(),
    bytes: z.number(),
    warmUpSeconds: z.number(),
    seconds: z.number(),
  }),
  /** Poisson arrivals, `rate` a second, whatever the server does. */
  z.object({
    type: z.literal('open'),
    rate: z.number(),
    bytes: z.number(),
    warmUpSeconds: z.number(),
    seconds: z.number(),
  }),
  /** Opens `count` more connections that say nothing, spread over these people. */
  z.object({ type: z.literal('idle'), people: z.array(PERSON), count: z.number() }),
  /** All people connect evenly within the time; ends when every one of them knows all. */
  z.object({
    type: z.literal('storm'),
    target: TARGET,
    people: z.array(PERSON),
    seconds: z.number(),
  }),
]);
export type Order = z.infer<typeof ORDER>;

const FIGURE = z.union([z.number(), z.nan()]);

const USAGE = z.object({
  serverCpuMs: FIGURE,
  generatorCpuMs: FIGURE,
  /** Cores that other programs kept busy meanwhile, on this machine or on others of the same host. */
  othersCores: FIGURE,
  wallMs: z.number(),
});
export type Usage = z.infer<typeof USAGE>;

const DELIVERY = z.object({
  delivered: z.number(),
  /** From writing the request to having the frame. */
  p50: FIGURE,
  p99: FIGURE,
  /** How far behind schedule the generator itself was (open loop). */
  lateP99: FIGURE,
  /** Deliveries for each message sent in the measured time; well below 1 the server fell behind. */
  held: FIGURE,
  /** Not there when the wait for the last ones ended. */
  lost: z.number(),
  doubled: z.number(),
  refused: z.number(),
  usage: USAGE,
});
export type Delivery = z.infer<typeof DELIVERY>;

const STORM = z.object({
  frames: z.number(),
  bytes: z.number(),
  /** From the first connect until the last client knew all; NaN when one never did. */
  settledMs: FIGURE,
  failed: z.number(),
  usage: USAGE,
});
export type Storm = z.infer<typeof STORM>;

export const ANSWER = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('delivery'), delivery: DELIVERY }),
  z.object({ type: z.literal('storm'), storm: STORM }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type Answer = z.infer<typeof ANSWER>;
