/** The files of `deploy/`, the image and `compose.yaml`, held against the program and by the tools that read them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../server/metrics/metrics.ts';
import { call, send, signUp } from './server/support/calls.ts';
import { createManualWatch } from './server/support/manual-watch.ts';
import { describeWithEngines } from './support/describe-with-engines.ts';
import { PROGRAMS } from './support/engines.ts';
import { findFreePort } from './support/free-port.ts';
import { inheritEnvironment } from './support/inherited-environment.ts';
import { makeDataUrl, makePngOf } from './support/pictures.ts';
import { startServer } from './support/server.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  environment?: Record<string, string>;
  secrets?: string[];
}
const compose: { services: Record<string, Service>; secrets: Record<string, { file: string }> } =
  parse(read('compose.yaml'), { merge: true });
const services = Object.entries(compose.services);

describe('compose.yaml', () => {
  test('keeps passwords out of the environment, in files that make-secrets.sh makes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'duet-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const make = () => spawnSync('sh', [join(root, 'deploy/make-secrets.sh')], { cwd: folder });
    expect(make().status).toBe(0);
    for (const { file } of Object.values(compose.secrets)) {
      expect(readFileSync(join(folder, file), 'utf8'), file).toMatch(/^\S{40,}$/);
    }
    const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
    expect(secret('database-url')).toBe(
      `postgres://duet_server:${secret('duet-password')}@postgres:5432/duet`,
    );
    expect(secret('redis-url')).toBe(`redis://:${secret('valkey-password')}@valkey:6379`);
    expect(secret('postgres-password')).not.toBe(secret('duet-password'));
    // Containers read them as users of their own; nobody else gets into the folder.
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'secrets/database-url')).mode & 0o444).toBe(0o444);
    expect(make().status).toBe(1);

    for (const [name, service] of services) {
      for (const [variable, value] of Object.entries(service.environment ?? {})) {
        if (!/PASSWORD|_URL/.test(variable) || variable === 'PUBLIC_URL') continue;
        const [, file = ''] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
        expect(service.secrets, `${name}: ${variable}`).toContain(file);
      }
    }
  });
});

describeWithEngines(['systemd'], 'deploy/duet.service', () => {
  test('takes from the server what it has no need of', () => {
    const { stdout } = spawnSync(
      PROGRAMS.systemdAnalyze ?? '',
      ['security', '--offline=true', '--no-pager', join(root, 'deploy/duet.service')],
      { encoding: 'utf8' },
    );
    const [, exposure = ''] =
      /Overall exposure level for duet\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeGreaterThan(0);
    expect(Number(exposure)).toBeLessThanOrEqual(2);
  });
});

/** What the unit takes away, without systemd: needs root, and Debian's python3-seccomp. */
const PYTHON = [
  ...['-m', 'sh', '-c', 'mount -t proc -o subset=pid,hidepid=invisible proc /proc && exec "$@"'],
  ...['sh', '/usr/bin/python3'],
];
const canConfine = spawnSync('unshare', [...PYTHON, '-c', 'import seccomp']).status === 0;
const IN_UNIT = [
  ...PYTHON,
  join(import.meta.dirname, 'support/run-in-unit.py'),
  join(root, 'deploy/duet.service'),
];

describe.skipIf(!canConfine)(
  'The server under the system calls, families and rights of its unit',
  () => {
    test('opens to a network, signs people up, takes pictures, is measured, and stops in order', async () => {
      const port = await findFreePort();
      const metricsPort = await findFreePort();
      const dataDir = mkdtempSync(join(tmpdir(), 'duet-unit-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
      const unit = read('deploy/duet.service');
      const [, args = ''] =
        /^ExecStart=\/opt\/duet\/node_modules\/\.bin\/node (.+)$/m.exec(unit) ?? [];
      const child = spawn('unshare', [...IN_UNIT, process.execPath, ...args.split(' ')], {
        cwd: root,
        env: {
          ...inheritEnvironment(),
          ...{
            DATA_DIR: dataDir,
            HOST: '0.0.0.0',
            PORT: `${port}`,
            METRICS_PORT: `${metricsPort}`,
          },
        },
        stdio: 'ignore',
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const url = `http://127.0.0.1:${port}`;
      const isThere = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok;
      await expect.poll(isThere).toBe(true);
      const ada = await signUp(url, 'Ada');
      const ben = await signUp(url, 'Ben');
      const sent = await send(url, ada, ben, { image: makeDataUrl(makePngOf(100_000)) });
      expect((await fetch(url + sent.image)).status).toBe(200);
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      expect(metrics).toMatch(/^process_open_fds \d+$/m);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    });
  },
);

describeWithEngines(['fail2ban'], 'The filter for fail2ban', () => {
  test('finds who guesses passwords and who floods, and nobody else', async () => {
    const [, filter = ''] =
      /```ini\n(# \/etc\/fail2ban\/filter\.d[^`]+)```/.exec(read('docs/running.md')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'duet-fail2ban-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'duet.conf'), filter);
    const watch = createManualWatch();
    const server = await startServer({
      watch,
      config: { RATE_LIMITS: true, SIGN_INS_PER_MINUTE: 2, TRUSTED_PROXIES: ['127.0.0.1'] },
    });
    onTestFinished(server.close);
    const ask = (address: string, path: string, body: unknown) =>
      call(server.url, 'POST', path, { body, headers: { 'x-forwarded-for': address } });
    const wrong = { email: 'nobody@example.org', password: 'wrong password' };
    await ask('192.0.2.6', '/messages/send/1', { text: 'Not signed in' });
    await ask('192.0.2.7', '/auth/login', wrong);
    // Two wrong passwords, a call that is refused, and two of the same kind in one line.
    for (let tries = 0; tries < 5; tries += 1) await ask('2001:db8::8', '/auth/login', wrong);
    watch.pass(10_000);
    writeFileSync(join(folder, 'duet.log'), server.readLog());
    const args = ['--out', 'ip', join(folder, 'duet.log'), join(folder, 'duet.conf')];
    const found = execFileSync(PROGRAMS.fail2ban ?? '', args, { encoding: 'utf8' });
    expect(found.trim().split('\n')).toEqual(['192.0.2.7', ...Array(4).fill('2001:db8::8')]);
  });
});

describe('deploy/alerts.yml', () => {
  const names = new Set(
    [...read('deploy/alerts.yml').matchAll(/\b(?:duet|nodejs|process)_\w+/g)].map(([name]) => name),
  );

  test('asks for metrics that there are', async () => {
    const metrics = createMetrics();
    const ofNode = await metrics.read();
    metrics.close();
    // Some of our own are there only with Redis, or with PostgreSQL.
    const ours = globSync('server/metrics/*.ts', { cwd: root }).map(read).join('');
    expect(names.size).toBeGreaterThan(5);
    const missing = [...names].filter((name) => {
      const base = name.replace(/_(bucket|sum|count)$/, '');
      return !ours.includes(`'${base}'`) && !ofNode.includes(`# TYPE ${base} `);
    });
    expect(missing).toEqual([]);
  });

  describeWithEngines(['promtool'], 'as Prometheus reads it', () => {
    test('is valid', () => {
      execFileSync(PROGRAMS.promtool ?? '', ['check', 'rules', join(root, 'deploy/alerts.yml')]);
    });
  });
});
