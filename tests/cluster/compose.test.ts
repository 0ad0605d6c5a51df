/**
 * No container engine runs here, so the files for one are held against the program: the image's content, started
 * by the image's command with the environment of `compose.yaml`, from a read-only folder.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { listVariables, readConfig } from '../../server/config.ts';
import { openRedisLink } from '../../server/redis/link.ts';
import { addPerson } from '../server/store-contract/place.ts';
import { signUp } from '../server/support/calls.ts';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { PROGRAMS } from '../support/engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { makeFolder } from '../support/make-folder.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { openNode } from '../support/postgres-store.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; read_only?: boolean; command?: string[] }
  >;
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
  let postgres: PostgresDatabases;
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

  /** Secrets come from the test's folder. */
  const inFolder = (environment: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace('/run/secrets', folder),
      ]),
    );

  test('name settings that there are, the same for both nodes, and write nothing', () => {
    const values = { SITE_ADDRESS: 'chat.example.org' };
    const environment = readEnvironment('node-1', values);
    expect(readEnvironment('node-2', values)).toEqual(environment);
    const known = listVariables();
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    writeFileSync(join(folder, 'database-url'), 'postgres://duet_server:secret@postgres:5432/duet');
    writeFileSync(join(folder, 'redis-url'), 'redis://:secret@valkey:6379');
    expect(readConfig(inFolder(environment))).toMatchObject({
      DATABASE_URL: 'postgres://duet_server:secret@postgres:5432/duet',
      REDIS_URL: 'redis://:secret@valkey:6379',
      PUBLIC_URL: 'https://chat.example.org',
    });
    for (const name of ['node-1', 'node-2', 'proxy', 'valkey', 'backup']) {
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
    // What is another machine there is the loopback here.
    writeFileSync(join(folder, 'database-url'), await postgres.createDatabase());
    writeFileSync(join(folder, 'redis-url'), redis.url);
    execFileSync('chmod', ['-R', 'a-w', folder]);

    const [program = '', ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(image)?.[1] ?? '[]');
    expect(program).toBe('node');
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...inFolder(readEnvironment('node-1', { SITE_ADDRESS: 'chat.example.org' })),
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
    await expect.poll(isAlive).toBe(true);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await signUp(url, 'Ada')).user.fullName).toBe('Ada');
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('make a role for the nodes that owns its database and nothing else, and copy that', async () => {
    const secrets = await makeFolder();
    const PASSWORD_FILE = join(secrets, 'duet-password');
    writeFileSync(PASSWORD_FILE, "it's-secret");
    const environment = { PATH: process.env.PATH, PGHOST: '127.0.0.1', PGPORT: `${postgres.port}` };
    execFileSync('sh', [join(root, 'deploy/make-role.sh')], {
      env: { ...environment, POSTGRES_USER: 'duet', DUET_PASSWORD_FILE: PASSWORD_FILE },
    });
    const url = `postgres://duet_server:it's-secret@127.0.0.1:${postgres.port}/duet`;
    const role = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication from pg_roles
      where rolname = current_user`;
    expect(await postgres.run(url, role)).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
    ]);
    await expect(postgres.run(url.replace(/duet$/, 'postgres'), 'select 1')).rejects.toThrow(
      'permission denied for database',
    );
    const { store } = await openNode(url);
    await addPerson(store, 'Ada');
    await store.close();

    const backups = await makeFolder();
    const given = compose.services.backup?.environment ?? {};
    execFileSync('sh', [join(root, 'deploy/back-up-postgres.sh'), 'once'], {
      env: { ...given, ...environment, PASSWORD_FILE, BACKUPS: backups },
    });
    const [copy = '', ...more] = readdirSync(backups);
    expect(copy).toMatch(/^duet-[\dT-]+\.dump$/);
    expect(more).toEqual([]);
    const restored = await postgres.createDatabase();
    execFileSync('pg_restore', ['--no-owner', '-d', restored, join(backups, copy)]);
    expect(await postgres.run(restored, 'select full_name from users')).toEqual([
      { full_name: 'Ada' },
    ]);
  });

  test('give Valkey a password, which is not in the list of processes', async () => {
    const secrets = await makeFolder();
    writeFileSync(join(secrets, 'valkey-password'), 'secret');
    const port = await findFreePort();
    const [shell = '', ...args] = compose.services.valkey?.command ?? [];
    const command = args.map((text) =>
      text
        .replaceAll('$$', '$')
        .replace('exec valkey-server', `exec ${PROGRAMS.redis}`)
        .replace('--save', `--port ${port} --bind 127.0.0.1 --save`)
        .replace('/run/secrets', secrets)
        .replaceAll('/data', secrets),
    );
    const valkey = spawn(shell, command, { stdio: 'ignore' });
    onTestFinished(() => void valkey.kill('SIGKILL'));
    const link = (password: string) => openRedisLink(`redis://${password}127.0.0.1:${port}`);
    const right = await link(':secret@');
    onTestFinished(() => right.close());
    await expect.poll(right.isUp).toBe(true);
    const wrong = await link('');
    onTestFinished(() => wrong.close());
    expect(wrong.isUp()).toBe(false);
    expect(readFileSync(`/proc/${valkey.pid}/cmdline`, 'utf8')).not.toContain('secret');
  });
});
