/** A real Redis (or Valkey) of a test's own, in memory, on a free port of the loopback. */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngineProcess } from './engine-process.ts';
import { describeMissing, PROGRAMS } from './engines.ts';
import { findFreePort } from './free-port.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

export async function startRedis() {
  const program = PROGRAMS.redis;
  if (program === undefined) throw new Error(describeMissing(['Redis']));
  const folder = await mkdtemp(join(tmpdir(), 'duet-redis-'));
  const port = await findFreePort();
  const redis = createEngineProcess({
    program,
    args: [
      ...['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no', '--daemonize', 'no'],
    ],
    lastSignal: 'SIGKILL',
    ping: () => pingRedis(port),
  });

  async function dispose(): Promise<void> {
    await redis.end('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  try {
    await redis.start();
  } catch (error) {
    await dispose();
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Again, empty, on the same port. */
    start: redis.start,
    stop: () => redis.end('SIGTERM'),
    /** Ends it as a crash does. */
    kill: () => redis.end('SIGKILL'),
    /** Lets it hang: connections stay open and nothing is answered, until `resume`. */
    pause: () => redis.signal('SIGSTOP'),
    resume: () => redis.signal('SIGCONT'),
    dispose,
  };
}

/** Asks in Redis' own words, so that a test of the server's client does not rest on that client. */
function pingRedis(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setEncoding('utf8');
    socket.once('data', (answer) => {
      socket.destroy();
      if (String(answer).startsWith('+PONG')) resolve();
      else reject(new Error(`Redis answered ${answer}`));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('Redis closed the connection.')));
  });
}
