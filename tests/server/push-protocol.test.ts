/** What is sent to a push service, and to which. */
import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../server/addresses/public-address.ts';
import { createDeliver } from '../../server/push/deliver.ts';
import { encryptPush, makePushKeys, writeVapid } from '../../server/push/web-push.ts';

test('A push service is one that is known or named by the operator, over https, by name, at a public address', async () => {
  const { isService, post, close } = createDeliver(['push.example.org:8443', '*.up.example']);
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://db5p.notify.windows.com/w/?token=x',
    'https://push.example.org:8443/x',
    'https://a.up.example/x',
  ]) {
    expect(isService(endpoint), endpoint).toBe(true);
  }
  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://user@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    expect(isService(endpoint), endpoint).toBe(false);
  }
  expect(await post('https://127.0.0.1/x', { headers: {}, body: Buffer.of() })).toEqual({
    kind: 'failed',
    failure: 'address',
  });
  close();
});

test('An address is public only if it is nobody’s own network, in whatever way it is written', () => {
  for (const address of ['93.184.216.34', '2606:4700::1']) {
    expect(isPublicAddress(address), address).toBe(true);
  }
  for (const address of [
    ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1'],
    ...['::ffff:127.0.0.1', '::ffff:93.184.216.34', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ...['2001:0:7f00:1::', '2001:db8::1', 'nonsense'],
  ]) {
    expect(isPublicAddress(address), address).toBe(false);
  }
});

test('Pushes are encrypted as RFC 8291 (appendix A) does', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const body = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { sender, salt: 'DGv6ra1nlYgDCS1FRnbzlw' },
  );
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('Pushes are signed as RFC 8292 (section 2.4) does', () => {
  const keys = makePushKeys();
  const header = writeVapid(
    'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    keys,
    {
      subject: 'https://duet.example.org',
      now: 1_453_480_368_000,
    },
  );
  const [, token = ''] = /^vapid t=([\w.-]+), k=/.exec(header) ?? [];
  const [head, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  expect(head).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(claims).toEqual({
    aud: 'https://push.example.net',
    exp: 1_453_480_368 + 12 * 60 * 60,
    sub: 'https://duet.example.org',
  });
  expect(header.endsWith(`k=${keys.publicKey}`)).toBe(true);
});
