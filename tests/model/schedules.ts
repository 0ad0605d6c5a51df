/** Random schedules: what people, the network and the server do, and what has to be true at the end. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { FAULTS, World } from './network.ts';
import { type Kind, NO_MESSAGE, PEOPLE, type Person } from './protocol.ts';
import { Reference } from './reference.ts';
import { ALL_RULES, type Rules } from './rules.ts';

const DEVICES = ['ana1', 'ana2', 'ben1', 'ben2'] as const;
type Device = (typeof DEVICES)[number];

const DEEDS = ['send', 'edit', 'react', 'delete', 'see'] as const satisfies Kind[];

const MOVES = [
  'offline',
  'online',
  'wait',
  'reload',
  'store',
  'open stored',
  'read page',
  'drop tail',
] as const;

const EVENTS_AT_SERVER = [
  'back up',
  'restore',
  'restore, sockets stay',
  'forget keys',
  'write elsewhere',
  'ask to catch up',
] as const;

/** One step, as `['ana1', 'edit', 3]`: the number chooses among what there is to choose from. */
export type Step =
  | readonly [Device, (typeof DEEDS)[number] | (typeof MOVES)[number], number]
  | readonly ['block', Person, boolean]
  | readonly ['network', 'deliver' | (typeof FAULTS)[number], number]
  | readonly ['server', (typeof EVENTS_AT_SERVER)[number]];

const pick = fc.nat(30);
const device = fc.constantFrom(...DEVICES);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.tuple(device, fc.constantFrom(...DEEDS, 'send', 'edit'), pick) },
  { weight: 16, arbitrary: fc.tuple(device, fc.constantFrom(...MOVES), pick) },
  { weight: 36, arbitrary: fc.tuple(fc.constant('network'), fc.constant('deliver'), pick) },
  { weight: 10, arbitrary: fc.tuple(fc.constant('network'), fc.constantFrom(...FAULTS), pick) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constant('block'), fc.constantFrom(...PEOPLE), fc.boolean()),
  },
  { weight: 5, arbitrary: fc.tuple(fc.constant('server'), fc.constantFrom(...EVENTS_AT_SERVER)) },
);

export const schedules = fc.array(step, { maxLength: 70, size: 'max' });

/** A world with a short history, of which each device holds the newest page. */
export function beginWorld(keeps: Rules = ALL_RULES): World {
  const world = new World(keeps);
  const [writer] = world.clients;
  writer?.goOnline();
  for (let n = 1; n <= 5; n += 1) writer?.act('send', 4 * n + 2);
  world.settle();
  for (const client of world.clients) {
    client.store(0);
    client.reload(0);
  }
  world.rest();
  world.backup = world.server.backUp();
  return world;
}

export function take(world: World, step: Step): void {
  switch (step[0]) {
    case 'network':
      world.deliver(step[2], step[1] === 'deliver' ? undefined : step[1]);
      break;
    case 'block':
      world.server.setBlock(step[1], step[2]);
      break;
    case 'server':
      takeAtServer(world, step[1]);
      break;
    default:
      takeAtDevice(world, ...step);
  }
}

function takeAtServer(world: World, what: (typeof EVENTS_AT_SERVER)[number]): void {
  const { server } = world;
  if (what === 'back up') world.backup = server.backUp();
  else if (what === 'forget keys') world.forgetKeys();
  else if (what === 'write elsewhere') server.writeElsewhere();
  else if (what === 'ask to catch up') world.askToCatchUp();
  else world.restore(what === 'restore');
}

function takeAtDevice(
  world: World,
  who: Device,
  what: (typeof DEEDS)[number] | (typeof MOVES)[number],
  number: number,
): void {
  const client = world.client(who);
  if (what === 'offline') client.goOffline();
  else if (what === 'online') client.goOnline();
  else if (what === 'wait') client.wait();
  else if (what === 'reload') client.reload(number);
  else if (what === 'store') client.store(number);
  else if (what === 'open stored') client.openOneStored(number);
  else if (what === 'read page') client.readPage(number);
  else if (what === 'drop tail') client.dropTail();
  else client.act(what, number);
}

/** Plays a schedule, lets everything come to rest, and throws when anything is not as it should be. */
export function play(schedule: readonly Step[], keeps: Rules = ALL_RULES): void {
  const world = beginWorld(keeps);
  for (const one of schedule) take(world, one);
  checkEverything(world);
}

/** Lets everything come to rest; then all views, numbers and outboxes have to be right. */
export function checkEverything(world: World): void {
  world.settle();
  checkViews(world, 'what is held');
  for (const client of world.clients) while (client.readMissing()) world.rest();
  checkViews(world, 'everything');
  checkEnds(world);
}

/** Each device shows what the reference has for its person, as far as the device holds the conversation. */
function checkViews(world: World, part: 'what is held' | 'everything'): void {
  const { log, sides } = world.server.store;
  const reference = Reference.of(log);
  for (const client of world.clients) {
    const meant = reference.viewOf(client.person);
    const { ownSeen, ...view } = client.viewOf();
    const rows = meant.rows.filter(({ id }) => part === 'everything' || client.isHolding(id));
    checkEqual(`${client.name} shows`, view, { ...meant, rows });
    checkEqual(`${client.name} has seen to`, ownSeen, sides[client.person].reached.seen);
  }
}

/** Every operation has ended, and each that is called done is what the server took. */
function checkEnds(world: World): void {
  const { log, epoch } = world.server.store;
  const taken = new Map(
    log.flatMap((entry) =>
      'operation' in entry && entry.outcome === 'done'
        ? [[entry.operation.key, entry] as const]
        : [],
    ),
  );
  for (const entry of log) {
    if ('blocks' in entry || entry.operation.target !== NO_MESSAGE) continue;
    if (['send', 'see'].includes(entry.operation.kind)) continue;
    throw new Error(`${entry.operation.kind} ${entry.operation.key} went out without its message`);
  }
  for (const { name, outbox } of world.clients) {
    checkEqual(`${name} has left to do`, outbox.entries, []);
    for (const { operation, end } of outbox.ended) {
      if (operation.key === '') continue;
      const found = taken.get(operation.key);
      // What was done before an older state was restored may be lost with it.
      const isLost = epoch !== 'epoch 1' && !found;
      if (end === 'done' && !isLost) {
        checkEqual(`${operation.key} was done`, found?.operation, operation);
      }
      // A refusal that is lost with the rest of the store may be decided anew by a request that was underway.
      const isFinal = end === 'replaced' || (end === 'refused' && epoch === 'epoch 1');
      if (isFinal && found && operation.kind !== 'edit') {
        throw new Error(`${operation.kind} ${operation.key} was ${end}, and took effect`);
      }
    }
  }
}

function checkEqual(what: string, found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`${what} ${JSON.stringify(found)}\ninstead of ${JSON.stringify(wanted)}`);
}

/** The number of the first run that fails, or undefined when all pass. */
export function findFailure(keeps: Rules, seed: number, runs: number): number | undefined {
  const property = fc.property(schedules, (schedule) => play(schedule, keeps));
  const result = fc.check(property, { seed, numRuns: runs, endOnFailure: true });
  return result.failed ? result.numRuns : undefined;
}
