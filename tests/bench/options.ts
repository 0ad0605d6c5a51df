/**
 * How much is measured. `npm run bench` measures everything as often as a published figure needs (about
 * twenty minutes on two cores, fifteen with `--rounds 3`); `--quick` takes about a minute for the server's
 * part, once and small: enough to see that nothing is broken or several times slower.
 */
import { parseArgs } from 'node:util';

/** `cluster` needs PostgreSQL and Redis, and `attacks` load the machine: these and `pushes` are measured only when they are named. */
export type Part = 'server' | 'client' | 'cluster' | 'attacks' | 'pushes';

const PARTS: readonly Part[] = ['server', 'client', 'cluster', 'attacks', 'pushes'];

const FULL = {
  isQuick: false,
  /** Each rival once in each, in alternating order. */
  rounds: 5,
  /** Fewer rounds for what takes long. */
  slowRounds: 3,
  /** Memory hardly scatters, and ten thousand connections take their time. */
  connectionRounds: 1,
  /** How often a phase is measured until others leave the machine alone meanwhile; the quietest stands. */
  tries: 3,
  /** Before each phase; also how long lists of who is online are given to get out. */
  warmUpSeconds: 3,
  /** Before the full load is measured: V8 goes on compiling a server's code for as long as ten seconds. */
  fullLoadWarmUpSeconds: 10,
  seconds: 5,
  /** Messages a second of the open loop. */
  rate: 500,
  pairs: 50,
  /** Messages under way in each pair of the closed loop. */
  window: 4,
  messageBytes: 200,
  storm: { people: 1_000, seconds: 5 },
  /** For each attack. */
  attackSeconds: 20,
  /** How many are open while deliveries are measured. */
  connections: [100, 1_000, 9_500],
};

const QUICK: typeof FULL = {
  ...FULL,
  isQuick: true,
  rounds: 1,
  slowRounds: 1,
  tries: 1,
  warmUpSeconds: 0.5,
  fullLoadWarmUpSeconds: 0.5,
  seconds: 1.5,
  storm: { people: 200, seconds: 1 },
  attackSeconds: 3,
  connections: [100, 1_000],
};

export type Plan = typeof FULL & { parts: ReadonlySet<Part> };

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
  };
}

const USAGE = `Usage: npm run bench [-- [server] [client] [cluster] [attacks] [pushes] [--quick] [--rounds N]]
  server, client   only that part (npm run bench:server, bench:client)
  cluster          one, two and three nodes on PostgreSQL and Redis; only when it is named
  attacks          what neighbours notice of attacks; only when it is named
  pushes           what pushes cost a send; only when it is named
  --quick          small figures within minutes, printed only; RESULTS.md stays as it is
  --rounds N       how often each rival is measured`;
