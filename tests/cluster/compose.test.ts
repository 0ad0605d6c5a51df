/**
 * No container engine runs here, so the files for one are held against the program: the image's content, started
 * by the image's command with the environment of `compose.yaml`, from a read-only folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeSettings, readConfig } from '../../server/config.ts';
import { signUp } from '../server/support/calls.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Compose {
  services: Record<string, { environment?: Record<string, string>; read_only?: boolean }>;
}
const compose: Compose = parse(read('compose.yaml'), { merge: true });
/** The last stage is what runs. */
const image =
  read('Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? '';

/** As compose fills it in. */
function readEnvironment(service: string, values: Record<string, string>) {
  const entries = Object.entries(compose.services[service]?.environment ?? {});
  return Object.fromEntries(
    entries.map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_all, value: string) => values[value] ?? ''),
    ]),
  );
}

describeWithEngines(['PostgreSQL', 'Redis'], 'The files for containers', () => {
  let folder: string;
  let postgres: PostgresServer;
  let redis: RedisServer;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'duet-image-'));
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([postgres?.dispose(), redis?.dispose()]);
  });

  test('name settings that there are, the same for both nodes, and write nothing', () => {
    const values = { POSTGRES_PASSWORD: 'secret', SITE_ADDRESS: 'chat.example.org' };
    const environment = readEnvironment('node-1', values);
    expect(readEnvironment('node-2', values)).toEqual(environment);
    const known = describeSettings().map(({ name }) => name);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    expect(readConfig(environment)).toMatchObject({
      DATABASE_URL: 'postgres://duet:secret@postgres:5432/duet',
      PUBLIC_URL: 'https://chat.example.org',
    });
    for (const name of ['node-1', 'node-2', 'proxy', 'valkey']) {
      expect(compose.services[name]?.read_only, name).toBe(true);
    }
    expect(image).toMatch(/^USER node$/m);
  });

  test('hold all that the server needs, and start it by their command', async () => {
    const copied = [...image.matchAll(/^COPY (?:--from=\S+ )?(\S+) \.\/(\S*)$/gm)];
    expect(copied.length).toBeGreaterThan(3);
    for (const [, from = '', to = ''] of copied) {
      const source = from.replace('/app/', '');
      if (source === 'node_modules') symlinkSync(join(root, source), join(folder, source));
      else if (source !== 'dist') {
        cpSync(join(root, source), join(folder, to || source), { recursive: true });
      }
    }
    execFileSync('chmod', ['-R', 'a-w', folder]);

    const [program = '', ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]');
    expect(program).toBe('node');
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...readEnvironment('node-1', { POSTGRES_PASSWORD: 'x', SITE_ADDRESS: 'chat.example.org' }),
        // What is another machine there is the loopback here.
        DATABASE_URL: await postgres.createDatabase(),
        REDIS_URL: redis.url,
        METRICS_PORT: String(await findFreePort()),
        METRICS_HOST: '127.0.0.1',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: '/data',
      },
      stdio: 'ignore',
    });
    const isAlive = async () =>
      (await fetch(`${url}/livez`).catch(() => undefined))?.status === 200;
    await expect.poll(isAlive, { timeout: 30_000 }).toBe(true);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await signUp(url, 'Ada')).user.fullName).toBe('Ada');
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
