/**
 * A request to a push service: encrypted for the browser (RFC 8291) and signed by this server (VAPID, RFC 8292). Without
 * a network.
 */
/// <reference path="./http-ece.d.ts" />
import {
  createECDH,
  createPrivateKey,
  type ECDH,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import ece from 'http_ece';
import type { PushKeys, PushTarget } from '../domain/ports/push.ts';

const CURVE = 'prime256v1';
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;

/** Most bytes of an encrypted body that every push service accepts, and what is left of them for the content. */
const BODY_BYTES = 4096;
export const CONTENT_BYTES = BODY_BYTES - 103;

/** A signature may be valid for a day; half of it is left for clocks that are wrong. */
const SIGNED_S = 12 * 60 * 60;

export interface PushRequest {
  headers: Record<string, string>;
  body: Buffer;
}

export function makePushKeys(): PushKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', {
    namedCurve: CURVE,
  }).privateKey.export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** Whether a browser's keys have the right lengths, and the public one is a point of the curve. */
export function areBrowserKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const key = Buffer.from(p256dh, 'base64url');
  if (key.length !== PUBLIC_KEY_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) {
    return false;
  }
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(key);
    return true;
  } catch {
    return false;
  }
}

/** `sender` and `salt` are fresh ones by default. */
export function encryptPush(
  content: string,
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  {
    sender = newPair(),
    salt = randomBytes(16).toString('base64url'),
  }: { sender?: ECDH; salt?: string } = {},
): Buffer {
  return ece.encrypt(Buffer.from(content), {
    version: 'aes128gcm',
    dh: p256dh,
    privateKey: sender,
    authSecret: auth,
    salt,
  });
}

function newPair(): ECDH {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

/** The header that proves to the push service who sends. `subject` is an address for complaints. */
export function writeVapid(
  endpoint: string,
  keys: PushKeys,
  { subject, now }: { subject: string; now: number },
): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + SIGNED_S,
    sub: subject,
  };
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const point = Buffer.from(keys.publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: keys.privateKey,
    },
  });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}

/** `topic`: a later push with the same one takes its place at the service while the device is away (RFC 8030). */
export function writePush(
  target: PushTarget,
  content: string,
  options: { keys: PushKeys; subject: string; now: number; ttlS: number; topic?: string },
): PushRequest {
  const body = encryptPush(content, target);
  return {
    body,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'content-length': String(body.length),
      ttl: String(options.ttlS),
      urgency: 'high',
      ...(options.topic !== undefined && { topic: options.topic }),
      authorization: writeVapid(target.endpoint, options.keys, options),
    },
  };
}
