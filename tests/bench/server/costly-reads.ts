/**
 * What others notice of one person who reads as much as possible, with all limits on. Each kind of reading is measured
 * twice: the control is the same person asking a server that only answers 429, since the asking alone takes the machine.
 */
import { join } from 'node:path';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { paths, pathTo } from '../../../src/protocol/http.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startProcess } from '../child-process.ts';
import { openStoreHouse } from '../houses.ts';
import { withGenerator } from '../load/client.ts';
import type { Delivery, Flood, Person } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { duet, withDirectory, withServer } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { measureDelivery } from './delivery.ts';

export interface CostlyReads {
  kind: string;
  control: Delivery;
  beside: Delivery;
  flood: Flood;
}

const TALKERS = 16;
const RATE = 150;
const CONNECTIONS = 20;
/** Long enough to spend what was saved up. */
const ATTACK_SECONDS = 15;
const ENVIRONMENT = { RATE_LIMITS: 'on' };
/** One character that folds into eighteen. */
const PATHOLOGICAL = '\u{FDFA}'.repeat(10_000);
const MESSAGES = { quick: 300, full: 2_000 };

export function measureCostlyReads(plan: Plan): Promise<CostlyReads[]> {
  return withDirectory(async (dataDir) => {
    const { people, reader, writer } = await fill(dataDir, plan);
    const kinds = [
      { kind: 'pages', path: `${pathTo(paths.conversation, writer.id)}?limit=200&peek=true` },
      { kind: 'whole conversations', path: `${pathTo(paths.conversation, writer.id)}?peek=true` },
      { kind: 'searches', path: `${pathTo(paths.search, writer.id)}?q=nothing` },
      { kind: 'lists of people', path: paths.users },
    ];
    const measured: CostlyReads[] = [];
    for (const { kind, path } of kinds) {
      logProgress(`others beside one who reads too much: ${kind}`);
      measured.push({ kind, ...(await measureKind(dataDir, { people, reader, path, plan })) });
    }
    return measured;
  });
}

async function fill(dataDir: string, plan: Plan) {
  const store = await openSqliteStore({ file: join(dataDir, 'duet.db'), clock: Date.now });
  const house = openStoreHouse(store);
  const people = await house.addPeople(Math.max(...plan.growth.people));
  const [reader, writer, ...others] = people;
  if (!reader || !writer) throw new Error('Nobody is there.');
  for (let left = plan.isQuick ? MESSAGES.quick : MESSAGES.full; left > 0; left -= 1) {
    await store.appendMessage({ senderId: writer.id, receiverId: reader.id, text: PATHOLOGICAL });
  }
  await house.close();
  return { people: others.slice(0, TALKERS), reader, writer };
}

function measureKind(
  dataDir: string,
  options: { people: Person[]; reader: Person; path: string; plan: Plan },
): Promise<Omit<CostlyReads, 'kind'>> {
  const { people, reader, path, plan } = options;
  const { messageBytes: bytes, warmUpSeconds } = plan;
  const seconds = plan.isQuick ? plan.seconds : ATTACK_SECONDS;
  const load = { type: 'open', rate: RATE, bytes, warmUpSeconds, seconds } as const;
  return withServer(
    duet,
    dataDir,
    ({ target }) =>
      withGenerator((generator) =>
        withGenerator(async (attacker) => {
          await generator.order({ type: 'meet', target, people }, 'done');
          const attack = async (url: string) => {
            const order = { type: 'hammer', url, path, person: reader } as const;
            const [delivery, { flood }] = await Promise.all([
              measureDelivery(generator, load),
              attacker.order(
                { ...order, connections: CONNECTIONS, seconds: warmUpSeconds + seconds },
                'flood',
              ),
            ]);
            return { delivery, flood };
          };
          const control = await withRefusingServer((url) => attack(url));
          const { delivery: beside, flood } = await attack(target.url);
          return { control: control.delivery, beside, flood };
        }),
      ),
    ENVIRONMENT,
  );
}

async function withRefusingServer<Result>(use: (url: string) => Promise<Result>) {
  const port = await findFreePort();
  const script = join(import.meta.dirname, '../refusing-server.ts');
  const server = startProcess(script, { environment: { PORT: String(port) } });
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await server.stop();
  }
}
