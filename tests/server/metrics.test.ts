/** What an operator can watch, on a port of its own; nothing of it where nobody asked for it. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { DomainError } from '../../server/domain/errors.ts';
import { serveMetrics } from '../../server/metrics/metrics.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { PROGRAMS } from '../support/engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { call, send, signUp } from './support/calls.ts';
import { join as connect } from './support/sockets.ts';

let server: ServerProcess;
afterEach(() => server.dispose());

test('Metrics count connections, sends, deliveries, commits and refused calls', async () => {
  const port = await findFreePort();
  server = await startServerProcess({
    METRICS_PORT: String(port),
    RATE_LIMITS: 'on',
    SENDS_PER_MINUTE: '3',
  });
  const ada = await signUp(server.url, 'Ada');
  const ben = await signUp(server.url, 'Ben');
  const bens = await connect(server.url, ben);
  for (const text of ['one', 'two', 'three']) await send(server.url, ada, ben, text);
  await bens.hear('newMessage', ({ text }) => text === 'three');
  const refused = await call(server.url, 'POST', `/messages/send/${ben.id}`, {
    token: ada.token,
    body: { text: 'four' },
  });
  expect(refused.status).toBe(429);

  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'duet_connections 1',
      'duet_sends_total{outcome="stored"} 3',
      'duet_delivery_seconds_count 3',
      'duet_sends_waiting 0',
      'duet_http_seconds_count{route="/api/v1/messages/send/:userId",status="429"} 1',
      expect.stringMatching(/^duet_commit_size_count [1-9]/),
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds \d/),
    ]),
  );
  bens.close();
});

test('Metrics tell of failures before the first, of calls by route and status, and of the place of the data', async () => {
  const port = await findFreePort();
  server = await startServerProcess({ METRICS_PORT: String(port) });
  const ada = await signUp(server.url, 'Ada');
  await call(server.url, 'POST', '/auth/login', {
    body: { email: ada.email, password: 'wrong horse' },
  });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'duet_sends_total{outcome="failed"} 0',
      'duet_store_errors_total{kind="unavailable"} 0',
      'duet_pictures_refused_total{reason="noRoom"} 0',
      'duet_connections_lost_total{reason="address full"} 0',
      'duet_http_seconds_count{route="/api/v1/auth/login",status="401"} 1',
      'duet_healthy{part="store"} 1',
      'duet_healthy{part="pictures"} 1',
      'duet_last_backup_timestamp_seconds 0',
      expect.stringMatching(/^duet_schema_version [1-9]/),
      expect.stringMatching(/^duet_data_free_bytes [1-9]/),
    ]),
  );
  const { promtool } = PROGRAMS;
  if (promtool !== undefined) execFileSync(promtool, ['check', 'metrics'], { input: text });
  // The part of that which needs no program: names of counters alone end with `_total`.
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(20);
  for (const [, name = '', type] of types) {
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
  }
});

test('Metrics count what the log warns of, from the first line on', async () => {
  const port = await findFreePort();
  server = await startServerProcess({ METRICS_PORT: String(port), TRUSTED_PROXY: '127.0.0.1' });
  for (const address of ['192.0.2.1', '192.0.2.2']) {
    await fetch(`${server.url}/livez`, { headers: { 'x-forwarded-for': address } });
  }
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  for (const msg of ['setting not known', 'proxy not trusted']) {
    await expect
      .poll(read)
      .toMatch(new RegExp(`duet_warnings_total{level="warn",msg="${msg}"} [1-9]`));
  }
});

test('Nothing answers /metrics where people reach the server', async () => {
  const port = await findFreePort();
  server = await startServerProcess({ METRICS_PORT: String(port) });
  const read = async (url: string) => (await fetch(`${url}/metrics`)).text();
  expect(await read(`http://127.0.0.1:${port}`)).toContain('duet_');
  expect(await read(server.url)).not.toContain('duet_');
});

test('What cannot be measured answers 500 without a word, and is told to the operator’s log', async () => {
  const told: unknown[] = [];
  const where = { host: '127.0.0.1', port: 0 };
  const { metrics, url, close } = await serveMetrics(where, (...failure) => told.push(failure));
  const fault = new Error('Nobody can count them.');
  metrics.addGauges({
    countSockets: () => {
      throw fault;
    },
    hasRedis: false,
  });
  const answer = await fetch(url);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe('');
  expect(told).toEqual([[fault, 'metrics not read']]);
  await close();
});

test('Each call to the store that fails is counted, whatever it asks for', async () => {
  const { metrics, close } = await serveMetrics({ host: '127.0.0.1', port: 0 }, () => {});
  const folder = await mkdtemp(join(tmpdir(), 'duet-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = metrics.measureStore(
    await openSqliteStore({ file: join(folder, 'duet.db'), clock: Date.now }),
  );
  await store.close();
  await expect(store.deleteSession('x')).rejects.toThrow(DomainError);
  await expect(store.checkHealth()).rejects.toThrow(DomainError);
  expect(await metrics.read()).toContain('duet_store_errors_total{kind="unavailable"} 2\n');
  await close();
});
