/**
 * How much is measured. `npm run bench` measures everything as often as a published figure needs (about
 * twenty minutes on two cores, fifteen with `--rounds 3`); `--quick` takes about a minute for the server's
 * part, once and small: enough to see that nothing is broken or several times slower.
 */
import { parseArgs } from 'node:util';

/** `cluster` needs PostgreSQL and Redis, and `attacks` load the machine: both are measured only when they are named. */
export type Part = 'server' | 'client' | 'cluster' | 'attacks';

const PARTS: readonly Part[] = ['server', 'client', 'cluster', 'attacks'];

export interface Plan {
  parts: ReadonlySet<Part>;
  isQuick: boolean;
  /** Each rival once in each, in alternating order. */
  rounds: number;
  /** Fewer rounds for what takes long. */
  slowRounds: number;
  /** Memory hardly scatters, and ten thousand connections take their time. */
  connectionRounds: number;
  /** How often a phase is measured until others leave the machine alone meanwhile; the quietest stands. */
  tries: number;
  /** Before each phase; also how long lists of who is online are given to get out. */
  warmUpSeconds: number;
  /** Before the full load is measured: V8 goes on compiling a server's code for as long as ten seconds. */
  fullLoadWarmUpSeconds: number;
  seconds: number;
  /** Messages a second of the open loop. */
  rate: number;
  pairs: number;
  /** Messages under way in each pair of the closed loop. */
  window: number;
  messageBytes: number;
  storm: { people: number; seconds: number };
  /** For each attack. */
  attackSeconds: number;
  /** How many are open while deliveries are measured. */
  connections: number[];
}

const LOAD = { rate: 500, pairs: 50, window: 4, messageBytes: 200 };

const FULL = {
  ...LOAD,
  isQuick: false,
  rounds: 5,
  slowRounds: 3,
  connectionRounds: 1,
  tries: 3,
  warmUpSeconds: 3,
  fullLoadWarmUpSeconds: 10,
  seconds: 5,
  storm: { people: 1_000, seconds: 5 },
  attackSeconds: 20,
  connections: [100, 1_000, 9_500],
} as const;

const QUICK = {
  ...LOAD,
  isQuick: true,
  rounds: 1,
  slowRounds: 1,
  connectionRounds: 1,
  tries: 1,
  warmUpSeconds: 0.5,
  fullLoadWarmUpSeconds: 0.5,
  seconds: 1.5,
  storm: { people: 200, seconds: 1 },
  attackSeconds: 3,
  connections: [100, 1_000],
} as const;

const FLAG = { type: 'boolean', default: false } as const;
/** Throws with the usage when the arguments mean nothing. */
export function readPlan(given: string[]): Plan {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { quick: FLAG, help: FLAG, rounds: { type: 'string' } },
  });
  if (values.help) throw new Error(USAGE);
  const parts = new Set<Part>();
  for (const part of positionals) {
    const known = PARTS.find((one) => one === part);
    if (known === undefined) throw new Error(USAGE);
    parts.add(known);
  }
  const base = values.quick ? QUICK : FULL;
  const rounds = values.rounds === undefined ? base.rounds : Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0 && rounds <= 100)) throw new Error(USAGE);
  return {
    ...base,
    rounds,
    slowRounds: Math.min(base.slowRounds, Math.ceil(rounds / 2)),
    parts: parts.size > 0 ? parts : new Set(['server', 'client']),
    connections: [...base.connections],
  };
}

const USAGE = `Usage: npm run bench [-- [server] [client] [cluster] [attacks] [--quick] [--rounds N]]
  server, client   only that part (npm run bench:server, bench:client)
  cluster          one, two and three nodes on PostgreSQL and Redis; only when it is named
  attacks          what neighbours notice of attacks; only when it is named
  --quick          small figures within minutes, printed only; RESULTS.md stays as it is
  --rounds N       how often each rival is measured`;
