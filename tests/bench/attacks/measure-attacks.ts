/**
 * What neighbours notice of an attack on their server, beside the same attack on a program of the same machine that only
 * answers 429 (`control-server.ts`). Neighbours come from an address of their own and send twenty texts a second, with
 * the limits of a normal server; each second one of them reads the list of people and a page.
 */
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServerProcess } from '../../support/server-process.ts';
import { startProcess } from '../child-process.ts';
import type { Plan } from '../options.ts';
import { readMemory } from '../process-usage.ts';
import { quantile } from '../statistics.ts';
import { ATTACKS, type Target } from './attacker.ts';

const SENDS_EVERY_MS = 50;
const CALM_MS = 2_000;

export interface Neighbours {
  p50: number;
  p99: number;
  /** Sends, lists and pages that were not answered with 200. */
  refused: number;
  /** Bytes that the server grew by at most. */
  grownBy: number;
}

export interface AttackFigures {
  name: string;
  attacked: Neighbours;
  beside: Neighbours;
}

interface Person {
  id: string;
  token: string;
}

interface Answer {
  status: number;
  body: string;
}

/** From the neighbours' address. */
function call(
  port: number,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = body && JSON.stringify(body);
    const headers = {
      ...(token !== undefined && { token }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    };
    const options = { port, host: '127.0.0.1', localAddress: '127.0.0.2', method, headers };
    const asked = request({ ...options, path: `/api/v1${path}` }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    asked.on('error', (error) => resolve({ status: 0, body: String(error) }));
    asked.end(sent);
  });
}

async function signUp(port: number, name: string): Promise<Person> {
  const email = `${name}@attacks.example`;
  const body = { fullName: name, email, password: 'a long password of nobody', bio: 'Here' };
  const answer = await call(port, 'POST', '/auth/signup', { body });
  const { userData, token } = JSON.parse(answer.body);
  return { id: String(userData._id), token: String(token) };
}

async function watch(
  { port, pid, seconds }: { port: number; pid: number; seconds: number },
  [from, to]: [Person, Person],
): Promise<Neighbours> {
  const before = readMemory(pid);
  let most = before;
  let refused = 0;
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const send = async () => {
    const start = performance.now();
    const body = { text: 'A neighbour writes.' };
    const { status } = await call(port, 'POST', `/messages/send/${to.id}`, { ...from, body });
    times.push(performance.now() - start);
    if (status !== 200) refused += 1;
  };
  const read = async (path: string) => {
    if ((await call(port, 'GET', path, to)).status !== 200) refused += 1;
  };
  const end = performance.now() + seconds * 1_000;
  for (let number = 0; performance.now() < end; number += 1) {
    calls.push(send());
    if (number % (1_000 / SENDS_EVERY_MS) === 0) {
      calls.push(read('/messages/users'), read(`/messages/${from.id}?limit=50&peek=true`));
      most = Math.max(most, readMemory(pid));
    }
    await sleep(SENDS_EVERY_MS);
  }
  await Promise.all(calls);
  times.sort((a, b) => a - b);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { p50, p99, refused, grownBy: most - before };
}

/** Each attack on a fresh server, then on the control program beside a fresh server. */
export async function measureAttacks({ attackSeconds }: Plan): Promise<AttackFigures[]> {
  const figures: AttackFigures[] = [];
  for (const name of Object.keys(ATTACKS)) {
    const attacked = await measure(name, attackSeconds, { isBeside: false });
    figures.push({
      name,
      attacked,
      beside: await measure(name, attackSeconds, { isBeside: true }),
    });
  }
  return figures;
}

async function measure(
  name: string,
  seconds: number,
  { isBeside }: { isBeside: boolean },
): Promise<Neighbours> {
  const server = await startServerProcess({ RATE_LIMITS: 'on', LOG_LEVEL: 'warn' });
  const control = startProcess(join(import.meta.dirname, 'control-server.ts'));
  const attacker = startProcess(join(import.meta.dirname, 'attacker.ts'), {
    environment: { ATTACK: name },
  });
  try {
    const port = Number(new URL(server.url).port);
    const [ada, ben, eve] = [
      await signUp(port, 'Ada'),
      await signUp(port, 'Ben'),
      await signUp(port, 'Eve'),
    ];
    const body = { text: 'Read this.' };
    const sent = await call(port, 'POST', `/messages/send/${eve.id}`, { ...ben, body });
    const page = await (await fetch(server.url)).text();
    const target: Target = {
      port: isBeside ? Number(await control.ask('port')) : port,
      file: /src="([^"]+\.js)"/.exec(page)?.[1] ?? '/',
      token: eve.token,
      userId: eve.id,
      peerId: ben.id,
      messageId: String(JSON.parse(sent.body).newMessage._id),
    };
    await sleep(CALM_MS);
    await attacker.ask({ ...target });
    return await watch({ port, pid: server.readPid(), seconds }, [ada, ben]);
  } finally {
    await attacker.stop();
    await control.stop();
    await server.dispose();
  }
}
