/** What an operator can watch, on a port of its own; nothing of it where nobody asked for it. */
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { PROGRAMS } from '../support/engines.ts';
import { findFreePort } from '../support/free-port.ts';
import { startServerProcess } from '../support/server-process.ts';
import { send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

test('Metrics tell of sends, calls, failures and warnings, on a port of their own alone', async () => {
  const port = await findFreePort();
  const server = await startServerProcess({
    METRICS_PORT: String(port),
    RATE_LIMITS: 'on',
    SENDS_PER_MINUTE: '3',
    TRUSTED_PROXY: '127.0.0.1',
  });
  onTestFinished(() => server.dispose());
  const read = async (url = `http://127.0.0.1:${port}`) => (await fetch(`${url}/metrics`)).text();
  for (const msg of ['setting not known', 'proxy not trusted']) {
    await fetch(`${server.url}/livez`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    await expect
      .poll(() => read())
      .toMatch(new RegExp(`duet_warnings_total{level="warn",msg="${msg}"} [1-9]`));
  }
  const ada = await signUp(server.url, 'Ada');
  const ben = await signUp(server.url, 'Ben');
  const bens = await join(server.url, ben);
  for (const text of ['one', 'two', 'three']) await send(server.url, ada, ben, text);
  await bens.hear('newMessage', ({ text }) => text === 'three');
  await expect(send(server.url, ada, ben, 'four')).rejects.toThrow('Too many');

  expect(await read(server.url)).not.toContain('duet_');
  const text = await read();
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'duet_connections 1',
      'duet_sends_total{outcome="stored"} 3',
      // Told before the first.
      'duet_sends_total{outcome="failed"} 0',
      'duet_store_errors_total{kind="unavailable"} 0',
      'duet_delivery_seconds_count 3',
      'duet_http_seconds_count{route="/api/v1/messages/send/:userId",status="429"} 1',
      'duet_healthy{part="store"} 1',
      'duet_last_backup_timestamp_seconds 0',
      expect.stringMatching(/^duet_commit_size_count [1-9]/),
      expect.stringMatching(/^duet_data_free_bytes [1-9]/),
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds \d/),
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
