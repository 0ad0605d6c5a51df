/**
 * A push service on the loopback that speaks the real protocol (RFC 8030): over TLS, checks the signature of the sender,
 * and keeps what the browser decrypts. It can misbehave.
 */
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import ece from 'http_ece';
import { z } from 'zod';
import type { PushNetwork } from '../../server/push/deliver.ts';
import type { PushContent } from '../../src/protocol/http.ts';

const HOST = 'push.example.org';

/** Of a certificate for that name, which nobody else has: no secret. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzhudDyP9CrAsDsl3
+mNOJtrc9y+mkVd9FINzdoD8TqihRANCAATpVPSAO7R5a5SvfvfBh0yJsA68TgWE
xmO4pNqlCajpuVgw23IjIE7clcUyBIHEO+WjgDjbBhV9Ti6FewX3mXEk
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBwDCCAWagAwIBAgIUA3ZdaLHgR8y3NJcBt+xrNkj46iowCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLm9yZzAgFw0yNjExMjcxODMyMDJaGA8y
MTI2MTEwMzE4MzIwMlowGzEZMBcGA1UEAwwQcHVzaC5leGFtcGxlLm9yZzBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABOlU9IA7tHlrlK9+98GHTImwDrxOBYTGY7ik
2qUJqOm5WDDbciMgTtyVxTIEgcQ75aOAONsGFX1OLoV7BfeZcSSjgYUwgYIwHQYD
VR0OBBYEFKo1jsoP4ZlVUTDJv8RyiG+C8/FsMB8GA1UdIwQYMBaAFKo1jsoP4ZlV
UTDJv8RyiG+C8/FsMA8GA1UdEwEB/wQFMAMBAf8wLwYDVR0RBCgwJoIQcHVzaC5l
eGFtcGxlLm9yZ4ISKi5wdXNoLmV4YW1wbGUub3JnMAoGCCqGSM49BAMCA0gAMEUC
IE9kyfwdz2ruRp5BYzQj5EQitWVWh1NeHdi556SpbKSRAiEAtpMsnzGi51eYHM2W
HNZ9jFsGY51BxuAMAWgKv3u4g04=
-----END CERTIFICATE-----`;

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

/** Sends the server to the service: a public check would refuse the loopback. */
export const LOOPBACK: PushNetwork = {
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  isPublic: () => true,
  ca: CERTIFICATE,
};

/** A browser at the service. */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** What it was sent, decrypted, in order. */
  pushes: PushContent[];
  /** Headers of the last push. */
  headers: IncomingMessage['headers'];
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type PushService = Awaited<ReturnType<typeof startPushService>>;

export const accept: Answer = (response) => response.writeHead(201).end();
export const answer =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

export async function startPushService() {
  const browsers = new Map<string, Browser & { open(body: Buffer): PushContent }>();
  let misbehave: Answer | null = null;
  let calls = 0;

  const server = createServer({ key: KEY, cert: CERTIFICATE }, async (request, response) => {
    calls += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const browser = browsers.get(request.url ?? '');
    if (misbehave) return misbehave(response, request);
    if (!browser) return answer(404)(response, request);
    const problem = findProblem(request, origin());
    if (problem !== undefined) {
      response.writeHead(403).end(problem);
      return;
    }
    browser.headers = request.headers;
    browser.pushes.push(browser.open(Buffer.concat(chunks)));
    accept(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const host = `${HOST}:${port}`;
  const origin = () => `https://${host}`;

  return {
    /** For `PUSH_SERVICES`. */
    host,
    network: LOOPBACK,
    subscribe(): Browser {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys().toString('base64url');
      const auth = randomBytes(16).toString('base64url');
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const browser = {
        endpoint: origin() + path,
        p256dh,
        auth,
        pushes: [],
        headers: {},
        open: (body: Buffer): PushContent =>
          JSON.parse(
            ece
              .decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
              .toString(),
          ),
      };
      browsers.set(path, browser);
      return browser;
    },
    /** Answers the next pushes like this in place of accepting them; null: accepts again. */
    answerWith(next: Answer | null) {
      misbehave = next;
    },
    countCalls: () => calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** What is wrong with the signature of the sender (RFC 8292), the encoding and the age. */
function findProblem({ headers }: IncomingMessage, origin: string): string | undefined {
  if (headers['content-encoding'] !== 'aes128gcm') return 'encoding';
  if (!/^\d+$/.test(String(headers.ttl))) return 'ttl';
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'signature';
  const { aud, exp, sub } = claimsSchema.parse(
    JSON.parse(Buffer.from(claims, 'base64url').toString()),
  );
  if (aud !== origin) return 'audience';
  const now = Date.now() / 1000;
  if (exp < now || exp > now + 24 * 60 * 60) return 'expiry';
  return /^(https:\/\/|mailto:)/.test(sub) ? undefined : 'subject';
}
