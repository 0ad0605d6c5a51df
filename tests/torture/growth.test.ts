/**
 * What grows while people sign up, log in and out, write, send pictures, change their profile pictures and delete their
 * accounts, for `TORTURE_MINUTES`: printed as a table each half minute. Nothing may grow but what people keep.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callApi, type Member, makePerson, readField, register } from '../support/backends.ts';
import { makeDataUrl, makePngOf } from '../support/pictures.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const MINUTES = Number(process.env.TORTURE_MINUTES ?? 3);
const LOOK_MS = 30_000;
const PICTURE = makeDataUrl(makePngOf(67_000));
/** So many people change their picture again and again. */
const PORTRAITS = 10;
const MEGABYTE = 1e6;

function measure({ dataDir, readPid, readOutput }: ServerProcess) {
  const sizeOf = (name: string) =>
    statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  const pictures = readdirSync(join(dataDir, 'pictures'), { recursive: true }).map(String);
  const count = (pattern: RegExp) => pictures.filter((name) => pattern.test(name)).length;
  const status = readFileSync(`/proc/${readPid()}/status`, 'utf8');
  return {
    databaseMb: sizeOf('duet.db') / MEGABYTE,
    walMb: sizeOf('duet.db-wal') / MEGABYTE,
    pictures: count(/\.png$/),
    parts: count(/\.part$/),
    unnamed: count(/\.unnamed$/),
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${readPid()}/fd`).length,
    logMb: readOutput().length / MEGABYTE,
  };
}

test.skipIf(process.platform !== 'linux')(
  `${MINUTES} minutes of everything people do let nothing grow but what they keep`,
  async () => {
    const server = await startServerProcess();
    onTestFinished(server.dispose);
    const people: Member[] = [];
    const kept = { messages: 0, pictures: 0 };
    const call = (method: string, path: string, options: { token?: string; body?: object } = {}) =>
      callApi(server, method, path, options);
    let turn = 0;
    /** Somebody, and somebody else. */
    const pick = () => {
      turn += 1;
      const [one, other] = [people[turn % people.length], people[(turn + 1) % people.length]];
      if (!one || !other) throw new Error('There are people.');
      return [one, other] as const;
    };

    while (people.length < 20) people.push(await register(server, makePerson('Early')));
    const end = performance.now() + MINUTES * 60_000;
    const every = async (ms: number, act: () => Promise<unknown>) => {
      for (let nextAt = performance.now(); nextAt < end; nextAt += ms) {
        await sleep(Math.max(0, nextAt - performance.now()));
        await act();
      }
    };
    const acting = [
      every(1_500, async () => people.push(await register(server, makePerson('Newcomer')))),
      every(50, async () => {
        const [{ token }, { id }] = pick();
        await call('POST', `/messages/send/${id}`, { token, body: { text: 'Hello' } });
        kept.messages += 1;
      }),
      every(1_000, async () => {
        const [{ token }, { id }] = pick();
        await call('POST', `/messages/send/${id}`, { token, body: { image: PICTURE } });
        kept.pictures += 1;
      }),
      every(2_500, async () => {
        const { token } = people[turn % PORTRAITS] ?? pick()[0];
        const body = { fullName: 'Changed', bio: 'Hi.', profilePic: PICTURE };
        await call('PUT', '/auth/update-profile', { token, body });
      }),
      every(700, async () => {
        const [{ email, password }] = pick();
        const answer = await call('POST', '/auth/login', { body: { email, password } });
        await call('POST', '/auth/logout', { token: String(readField(answer, 'token')) });
      }),
      every(900, () =>
        call('POST', '/auth/login', {
          body: { email: 'nobody@example.org', password: 'wrong' },
        }).catch(() => undefined),
      ),
      every(10_000, async () => {
        const { token, password } = await register(server, makePerson('Leaver'));
        const body = { fullName: 'Leaver', bio: 'Hi.', profilePic: PICTURE };
        await call('PUT', '/auth/update-profile', { token, body });
        await call('POST', '/auth/delete-account', { token, body: { password } });
      }),
    ];
    for (let nextAt = performance.now() + LOOK_MS; nextAt <= end; nextAt += LOOK_MS) {
      await sleep(nextAt - performance.now());
      const rounded = Object.entries(measure(server)).map(([name, value]) => [
        name,
        Math.round(value * 10) / 10,
      ]);
      console.log(people.length, kept.messages, JSON.stringify(Object.fromEntries(rounded)));
    }
    await Promise.all(acting);
    const last = measure(server);
    // Each picture of a message, and one for each who has one: those that were replaced are gone.
    expect(last.pictures).toBeLessThanOrEqual(kept.pictures + PORTRAITS);
    expect(last.pictures).toBeGreaterThanOrEqual(kept.pictures);
    expect(last).toMatchObject({ parts: 0, unnamed: 0 });
    expect(last.files).toBeLessThan(150);
    expect(last.walMb).toBeLessThan(40);
    expect(last.rssMb).toBeLessThan(500);
    expect(last.logMb).toBeLessThan(0.5 * MINUTES);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(server.dataDir)).not.toContain('duet.db-wal');
  },
);
