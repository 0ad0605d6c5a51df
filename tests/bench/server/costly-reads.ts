/**
 * What others notice of one person who asks as much as possible of the server, with all limits on. Each kind of call is
 * measured twice: the control is the same person asking a server that only answers 429, since the asking alone takes the
 * machine. Typing and sending too much are measured in `abuse.ts`.
 */
import { join } from 'node:path';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { API_PREFIX, paths, pathTo } from '../../../src/protocol/http.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startProcess } from '../child-process.ts';
import { openStoreHouse } from '../houses.ts';
import { withGenerator } from '../load/client.ts';
import type { Delivery, Flood, Order, Person } from '../load/orders.ts';
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

type Call = Pick<Extract<Order, { type: 'hammer' }>, 'method' | 'path' | 'body'>;

const TALKERS = 16;
const RATE = 150;
const CONNECTIONS = 20;
/** Long enough to spend what was saved up. */
const ATTACK_SECONDS = 15;
const ENVIRONMENT = { RATE_LIMITS: 'on' };
const SINCE = '2020-01-01T00:00:00Z';
/** One character that folds into eighteen. */
const PATHOLOGICAL = '\u{FDFA}'.repeat(10_000);
const MESSAGES = { quick: 300, full: 2_000 };

export function measureCostlyReads(plan: Plan): Promise<CostlyReads[]> {
  return withDirectory(async (dataDir) => {
    const { people, reader, writer, hidden, messageId } = await fill(dataDir, plan);
    const get = (path: string): Call => ({ method: 'GET', path: `${API_PREFIX}${path}` });
    const put = (path: string, body?: object): Call => ({
      method: 'PUT',
      path: `${API_PREFIX}${path}`,
      ...(body && { body: JSON.stringify(body) }),
    });
    const kinds: Record<string, Call> = {
      pages: get(`${pathTo(paths.conversation, writer.id)}?limit=200&peek=true`),
      'whole conversations': get(`${pathTo(paths.conversation, writer.id)}?peek=true`),
      searches: get(`${pathTo(paths.search, writer.id)}?q=nothing`),
      'lists of people': get(paths.users),
      'pages before hidden messages': get(
        `${pathTo(paths.conversation, hidden.id)}?limit=1&peek=true`,
      ),
      'searches before hidden messages': get(`${pathTo(paths.search, hidden.id)}?q=nothing`),
      'first of a day': get(`${pathTo(paths.first, hidden.id)}?since=${SINCE}`),
      pictures: get(`/media/${'0'.repeat(32)}`),
      'marked messages': put(pathTo(paths.mark, messageId)),
      'changed profiles': put(paths.updateProfile, { fullName: 'Abuser', bio: 'Here to harm.' }),
      'health checks': { method: 'GET', path: '/healthz' },
    };
    const measured: CostlyReads[] = [];
    for (const [kind, call] of Object.entries(kinds)) {
      logProgress(`others beside one who asks too much: ${kind}`);
      measured.push({ kind, ...(await measureKind(dataDir, { people, reader, call, plan })) });
    }
    return measured;
  });
}

async function fill(dataDir: string, plan: Plan) {
  const store = await openSqliteStore({ file: join(dataDir, 'duet.db'), clock: Date.now });
  const house = openStoreHouse(store);
  const people = await house.addPeople(Math.max(...plan.growth.people));
  const [reader, writer, hidden, ...others] = people;
  if (!reader || !writer || !hidden) throw new Error('Nobody is there.');
  for (let left = plan.isQuick ? MESSAGES.quick : MESSAGES.full; left > 0; left -= 1) {
    await store.appendMessage({ senderId: writer.id, receiverId: reader.id, text: PATHOLOGICAL });
  }
  const { messages } = await store.readPage(reader.id, writer.id, { kind: 'before', limit: 1 });
  await store.setBlocked({ blockerId: reader.id, blockedId: hidden.id, isBlocked: true });
  const count = Math.max(...plan.growth.messages);
  await house.addMessages(Array.from({ length: count }, () => ({ from: hidden, to: reader })));
  await house.close();
  const [{ _id: messageId } = { _id: '' }] = messages;
  return { people: others.slice(0, TALKERS), reader, writer, hidden, messageId };
}

function measureKind(
  dataDir: string,
  options: { people: Person[]; reader: Person; call: Call; plan: Plan },
): Promise<Omit<CostlyReads, 'kind'>> {
  const { people, reader, call, plan } = options;
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
            const order = { type: 'hammer', url, ...call, person: reader } as const;
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
