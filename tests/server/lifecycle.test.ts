/** Starting, stopping, and failing to start, as the one who runs the server sees it. */
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { makeFolder } from '../support/make-folder.ts';
import { startProgram } from '../support/run-program.ts';
import { startServerProcess } from '../support/server-process.ts';
import { send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeFolder();
});

function launch(environment: Record<string, string>, nodeOptions: string[] = []) {
  const settings = { DATA_DIR: folder, PORT: '0', ...environment };
  const launched = startProgram('', [], settings, nodeOptions);
  onTestFinished(() => void launched.child.kill('SIGKILL'));
  return launched;
}

/** To start again changes nothing. */
const NEEDS_PERSON = 78;
/** The next try may find it over. */
const MAY_BE_OVER = 1;

/** One sentence of what is wrong, and nothing else. */
async function expectRefusalToStart(
  environment: Record<string, string>,
  words: RegExp,
  expectedCode = NEEDS_PERSON,
) {
  const { code, out, error } = await launch(environment).ended;
  expect({ code, out }).toEqual({ code: expectedCode, out: '' });
  expect(error.trimEnd()).toMatch(words);
  expect(error.trimEnd().split('\n')).toHaveLength(1);
}

describe('The server refuses to start', () => {
  test('when the port is in use, or the address not one of this machine', async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const quiet = { PORT: String(port), LOG_LEVEL: 'error' };
    await expectRefusalToStart(quiet, /port is in use.* PORT\./, MAY_BE_OVER);
    other.close();
    const elsewhere = { HOST: '192.0.2.1', LOG_LEVEL: 'error' };
    await expectRefusalToStart(elsewhere, /^HOST is not/, MAY_BE_OVER);
  });

  test('when a setting cannot be understood, naming it', async () => {
    await expectRefusalToStart({ PORT: 'eighty' }, /^PORT must be .*"eighty"/);
  });

  test('on an older Node, saying how to get the right one', async () => {
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
    const { code, error } = await launch({}, ['--import', `data:text/javascript,${pretend}`]).ended;
    expect(code).toBe(NEEDS_PERSON);
    expect(error).toContain('Duet needs Node 26 or later, and this is Node 20.20.2.');
    expect(error).not.toContain('    at ');
  });
});

/** All that it says until it is asked to end, as soon as it runs. */
async function runOnce(
  environment: Record<string, string>,
  nodeOptions: string[] = [],
  signal: NodeJS.Signals = 'SIGTERM',
) {
  const { child, ended } = launch(environment, nodeOptions);
  await once(child.stdout, 'data');
  child.kill(signal);
  return ended;
}

test('A log that nobody reads any more does not end the server', async () => {
  const { child, ended } = launch({});
  ended.catch(() => undefined);
  const [line] = child.stdout ? await once(child.stdout, 'data') : [];
  const [url = ''] = /http:\S+/.exec(String(line)) ?? [];
  child.stdout?.destroy();
  child.stderr?.destroy();
  for (let count = 0; count < 3; count += 1) {
    const answer = await fetch(`${url}/api/v1/auth/check`, { headers: { token: `t-${count}` } });
    expect(answer.status).toBe(401);
  }
  expect(child.exitCode).toBeNull();
});

test('The server prints where it is, as a plain line, and ends with 0 when asked', async () => {
  const { code, out, error } = await runOnce({}, [], 'SIGINT');
  const [address, kept, network, ...others] = out.trimEnd().split('\n');
  expect(address).toMatch(/^Duet is running: http:\/\/localhost:\d+$/);
  // A first start also says where everything is, and who can open it.
  expect(kept).toContain(folder);
  expect(network).toContain('HOST=0.0.0.0');
  expect(others).toEqual([]);
  expect(error).toMatch(/"version":"[\d.]+","schema":\d+,"node":"[\d.]+","msg":"started"/);
  // Which nobody expects where a disk is not mounted.
  expect(error).toContain(`"msg":"A new database was made in ${folder}.`);
  expect(code).toBe(0);
});

/** Where `localhost` means two addresses, as on most machines: run before the server. */
const TWO_LOCALHOSTS = `
  import dns from 'node:dns';
  const lookup = dns.lookup;
  dns.lookup = (host, options, done) =>
    host === 'localhost' && options.all
      ? done(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }])
      : lookup(host, options, done);
`;

test('The server listens at one address, also where its name means two', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(TWO_LOCALHOSTS)}`;
  const { error } = await runOnce({ HOST: 'localhost' }, ['--import', preload]);
  // A second server beside the first would take calls, but no sockets, and know no limits.
  expect(error.match(/Server listening at/g)).toHaveLength(1);
});

/** No time passes, however long the machine stalls. */
const STILL_CLOCK = 'data:text/javascript,performance.now = () => 1';

/** Time passes with each signal alone, and more than that in which one may come twice. */
const LATER_WITH_EACH_SIGNAL = `data:text/javascript,${encodeURIComponent(`
  let now = 1;
  performance.now = () => now;
  process.on('SIGTERM', () => { now += 1_500; });
`)}`;

describe('Stopping', () => {
  const body = JSON.stringify({
    fullName: 'Late',
    email: 'late@example.org',
    password: 'long enough',
    bio: 'Hi.',
  });

  /** A call whose body is under way: the server has asked for it and waits. */
  async function beginSignUp(url: string): Promise<ClientRequest> {
    const call = request(`${url}/api/v1/auth/signup`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    call.flushHeaders();
    await once(call, 'continue');
    call.write(body.slice(0, 10));
    return call;
  }

  test('finishes the request in flight, closes sockets so that they come back, and keeps all', async () => {
    const server = await startServerProcess({ NODE_OPTIONS: `--import=${STILL_CLOCK}` });
    const ada = await signUp(server.url);
    const { ended } = await join(server.url, ada);
    const call = await beginSignUp(server.url);
    const stopped = server.stop();
    await expect.poll(server.readOutput).toContain('"stopping"');

    const answered = once(call, 'response');
    call.end(body.slice(10));
    expect(['transport close', 'transport error']).toContain(await ended);
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toContain('"success":true');
    expect(await stopped).toBe(0);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();

    await server.start();
    const again = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(again.status).toBe(200);
    await server.dispose();
  });

  /** Ends when asked to, with a call under way. */
  async function beginStopping(nodeOptions: string[] = []) {
    const port = await findFreePort();
    const { child, ended } = launch({ PORT: String(port) }, nodeOptions);
    await once(child.stdout, 'data');
    const call = await beginSignUp(`http://127.0.0.1:${port}`);
    const stopping = new Promise<void>((resolve) => {
      child.stderr.on('data', (line) => {
        if (String(line).includes('"stopping"')) resolve();
      });
    });
    child.kill('SIGTERM');
    await stopping;
    return { child, ended, call };
  }

  test('takes a signal that comes twice for one: a service manager sends it, and npm passes it on', async () => {
    const { child, ended, call } = await beginStopping(['--import', STILL_CLOCK]);
    child.kill('SIGTERM');
    const answered = once(call, 'response');
    call.end(body.slice(10));
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
    expect((await ended).code).toBe(0);
  });

  test('does not wait when it is asked again', async () => {
    const { child, ended, call } = await beginStopping(['--import', LATER_WITH_EACH_SIGNAL]);
    call.on('error', () => {});
    child.kill('SIGTERM');
    const { code, error } = await ended;
    expect(code).toBe(1);
    expect(error).toContain('"stopping at once"');
  });

  test('cuts clients that hold it up, ends with 0, and says in one line what it waited for', async () => {
    const port = await findFreePort();
    const { child, ended } = launch({ PORT: String(port), LOG_LEVEL: 'info' });
    await once(child.stdout, 'data');
    const url = `http://127.0.0.1:${port}`;
    const ada = await signUp(url);
    const ben = await signUp(url);
    // More than the network keeps for a client that does not read.
    for (let sent = 0; sent < 200; sent += 1) await send(url, ada, ben, '\u4e2d'.repeat(10_000));

    const upload = await beginSignUp(url);
    upload.on('error', () => {});
    const trickle = setInterval(() => upload.write('.'), 100);
    onTestFinished(() => clearInterval(trickle));
    const open = async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    };
    await open();
    (await open()).write('GET /livez HTTP/1.1\r\nHost:');
    const slow = await open();
    const head = `GET /api/v1/messages/${ben.id} HTTP/1.1\r\nHost: duet\r\ntoken: ${ada.token}\r\n\r\n`;
    slow.write(head);
    await once(slow, 'data');
    slow.pause();

    child.kill('SIGTERM');
    const knock = async () => (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).status;
    await expect.poll(knock).toBe(503);
    // Uploads are waited for while calls are answered.
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const { code, error } = await ended;
    expect(code).toBe(0);
    const lines = error
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [stopped, ...others] = lines.filter(({ msg }) => msg === 'connections are closed');
    expect(others).toEqual([]);
    expect(stopped).toMatchObject({
      uploadsWaitedFor: 1,
      cut: { uploads: 1, silent: 1, answers: 1 },
    });
  });
});
