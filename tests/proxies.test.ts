/** The configurations of proxies in `docs/running.md`, as they stand there, on the real programs. */
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuthResponse, SendResponse } from '../src/protocol/http.ts';
import type { Member } from './server/support/calls.ts';
import { join } from './server/support/sockets.ts';
import { describeWithEngines } from './support/describe-with-engines.ts';
import { findFreePort } from './support/free-port.ts';
import { makeDataUrl, makePngOf } from './support/pictures.ts';
import { type ProxyName, startProxy } from './support/proxies.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';

const PASSWORD = 'correct horse battery';
/** The largest that the server takes; as a data URL it is a third longer. */
const LARGEST_PICTURE = 8 * 1024 * 1024;

const PROXIES: readonly ProxyName[] = ['nginx', 'Caddy', 'HAProxy'];

describe.each(PROXIES)('%s as it is documented', (name) => {
  describeWithEngines([name], 'in front of a server', () => {
    let server: ServerProcess;
    let proxy: { dispose(): Promise<void> };
    let port: number;
    let ada: Member;
    let ben: Member;
    beforeAll(async () => {
      port = await findFreePort();
      server = await startServerProcess({
        PUBLIC_URL: `https://localhost:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMITS: 'on',
        FAILED_LOG_INS_PER_ADDRESS: '3',
      });
      proxy = await startProxy(name, port, server.url);
      [ada, ben] = [await signUp('Ada'), await signUp('Ben')];
    });
    afterAll(async () => {
      await proxy?.dispose();
      await server?.dispose();
    });

    /** Through the proxy. `from` is an address of the loopback, as another client has it. */
    async function ask<Body>(
      path: string,
      { body, ...options }: RequestOptions & { body?: unknown } = {},
    ) {
      const asked = request({
        host: '127.0.0.1',
        port,
        path,
        servername: 'localhost',
        rejectUnauthorized: false,
        ...options,
        headers: {
          host: `localhost:${port}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...options.headers,
        },
      });
      return new Promise<{ status: number | undefined; text: string; json(): Body }>(
        (resolve, reject) => {
          asked.once('error', reject);
          asked.once('response', async (answer) => {
            const answered = await text(answer);
            resolve({
              status: answer.statusCode,
              text: answered,
              json: () => JSON.parse(answered),
            });
          });
          asked.end(body === undefined ? undefined : JSON.stringify(body));
        },
      );
    }

    async function signUp(fullName: string): Promise<Member> {
      const email = `${fullName.toLowerCase()}@example.org`;
      const answer = await ask<AuthResponse>('/api/v1/auth/signup', {
        method: 'POST',
        body: { fullName, email, password: PASSWORD, bio: 'Here' },
      });
      const body = answer.json();
      if (!body.success) throw new Error(body.message);
      const { userData, token } = body;
      return { id: userData._id, token, user: userData, email, password: PASSWORD };
    }

    const sendPicture = (bytes: number) =>
      ask<SendResponse>(`/api/v1/messages/send/${ben.id}`, {
        method: 'POST',
        headers: { token: ada.token },
        body: { image: makeDataUrl(makePngOf(bytes)) },
      });

    test('takes browsers’ sockets over WebSocket alone, and brings messages', async () => {
      const url = `https://localhost:${port}`;
      const bens = await join(url, ben, {
        transports: ['websocket'],
        rejectUnauthorized: false,
        extraHeaders: { origin: url },
      });
      await ask(`/api/v1/messages/send/${ben.id}`, {
        method: 'POST',
        headers: { token: ada.token },
        body: { text: 'Through the proxy' },
      });
      await bens.hear('newMessage', (message) => message.text === 'Through the proxy');
      bens.close();
    });

    test('passes on the largest picture, up and down', async () => {
      const answer = await sendPicture(LARGEST_PICTURE);
      expect(answer.status).toBe(200);
      const body = answer.json();
      if (!body.success) throw new Error(body.message);
      const { pathname } = new URL(body.newMessage.image ?? '');
      expect((await ask(pathname)).status).toBe(200);
    });

    test('passes on the refusal of a larger one, each time', async () => {
      for (let time = 0; time < 5; time += 1) {
        expect(await sendPicture(LARGEST_PICTURE + 100_000)).toMatchObject({
          status: 413,
          text: expect.stringContaining('"success":false'),
        });
      }
    });

    test('tells the server each client’s own address, whatever the client says of it', async () => {
      const logIn = async (localAddress: string, forged: string) => {
        const answer = await ask('/api/v1/auth/login', {
          method: 'POST',
          localAddress,
          headers: { 'x-forwarded-for': forged },
          body: { email: `nobody.${forged}@example.org`, password: 'wrong password' },
        });
        return answer.status;
      };
      const statuses: unknown[] = [];
      for (const forged of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
        statuses.push(await logIn('127.0.0.2', forged));
      }
      expect(statuses).toEqual([401, 401, 401, 429]);
      expect(await logIn('127.0.0.3', '127.0.0.2')).toBe(401);
    });
  });
});
