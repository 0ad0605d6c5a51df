/** Every field of every call, given what it must not be: a refusal that a person understands, and no change. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { SendResponse } from '../../src/protocol/http.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { makeDataUrl, makePng, makePngOf } from '../support/pictures.ts';
import { call, send, signUp } from './support/calls.ts';
import { ada, grace, openPair, server } from './support/pair.ts';

openPair({ isShared: true });
beforeEach(() => send(server.url, ada, grace, 'Hello'));

const NOBODY = 'f'.repeat(24);
const png = makePng(8, 8);

/** What no text field takes. */
const BAD_TEXTS: unknown[] = [
  ...[undefined, null, 7, true, { text: 'x' }, ['x'], '', ' \t\n\u00a0\u3000 '],
  ...['a\0b', 'a\ud800b'],
  ...['x'.repeat(10_001), '\u{1F600}'.repeat(10_001), `e${'\u0301'.repeat(20_000)}`],
  JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`),
];

/** What no picture field takes. */
const BAD_PICTURES: Array<[string, unknown]> = [
  ['not base64', 'data:image/png;base64,@@@@'],
  ['base64 with a space in it', makeDataUrl(png).replace('base64,', 'base64, ')],
  ['not said to be base64', `data:image/png,${png.toString('base64')}`],
  ['an SVG', makeDataUrl(Buffer.from('<svg/>'), 'image/svg+xml')],
  ['HTML declared as PNG', makeDataUrl(Buffer.from('<script>alert(1)</script>'))],
  ['JPEG declared as PNG', makeDataUrl(Buffer.from('ffd8ffe000104a464946', 'hex'))],
  ['truncated', makeDataUrl(png.subarray(0, png.length - 12))],
  ['too many pixels', makeDataUrl(withSize(png, 30_000, 30_000))],
  ['too many bytes', makeDataUrl(Buffer.concat([png, Buffer.alloc(LIMITS.imageBytes)]))],
];

function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  return changed;
}

/** Everything that anybody can see. */
async function readWorld(): Promise<unknown> {
  const paths = ['/messages/users', '/auth/check', `/messages/${ada.id}?peek=true`];
  const answers = paths.map((path) => call<object>(server.url, 'GET', path, grace));
  return (await Promise.all(answers)).map(({ body }) => body);
}

type Options = Parameters<typeof call>[3];

/** As Grace, unless another token is given. Answers the words of the refusal. */
async function expectRefusal(
  method: string,
  path: string,
  options: Options = {},
  status?: number,
): Promise<string> {
  const before = await readWorld();
  const answer = await call(server.url, method, path, { token: grace.token, ...options });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  if (status !== undefined) expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(await readWorld()).toEqual(before);
  return answer.body.message ?? '';
}

const SIGN_UP = { fullName: 'Eve', email: 'eve@example.org', password: 'long enough', bio: 'Hi.' };
const LOG_IN = { email: 'eve@example.org', password: 'long enough' };
const PROFILE = { fullName: 'Grace Hopper', bio: 'Navy.' };
const toAda = () => `/messages/send/${ada.id}`;
const signUpAs = (fields: object) => ({ body: { ...SIGN_UP, ...fields } });

/** With a body that would be accepted, and its picture field. */
const CALLS: Array<[method: string, path: () => string, body: object, picture?: string]> = [
  ['POST', () => '/auth/signup', SIGN_UP],
  ['POST', () => '/auth/login', LOG_IN],
  ['PUT', () => '/auth/update-profile', PROFILE, 'profilePic'],
  ['POST', toAda, { text: 'x' }, 'image'],
];

describe.each(CALLS)('%s %s', (method, path, body, picture) => {
  test('refuses each text field that is none', async () => {
    for (const field of Object.keys(body)) {
      for (const value of BAD_TEXTS) {
        await expectRefusal(method, path(), { body: { ...body, [field]: value } });
      }
    }
  });

  test.each(picture === undefined ? [] : BAD_PICTURES)(
    'refuses a picture: %s',
    async (_, value) => {
      const fields = picture === 'image' ? {} : body;
      await expectRefusal(method, path(), { body: { ...fields, [picture ?? '']: value } });
    },
  );

  test('refuses what is no body, by its content, its type and its size', async () => {
    for (const rawBody of [
      ...['{"text":', '', '"text"', 'null', '[]', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
      Buffer.from('{"text":"\xff"}', 'latin1'),
      '{"__proto__":{"text":"x"},"text":"x"}',
      '{"constructor":{"prototype":{"a":1}},"text":"x"}',
    ]) {
      await expectRefusal(method, path(), { rawBody }, 400);
    }
    const rawBody = JSON.stringify(body);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      await expectRefusal(method, path(), { rawBody, headers: { 'content-type': type } }, 415);
    }
    const size = picture === undefined ? 20_000 : (LIMITS.imageBytes / 3) * 4 + 100_000;
    const large = { body: { ...body, extra: 'x'.repeat(size) } };
    expect(await expectRefusal(method, path(), large, 413)).toBe('This is too large to send.');
  });
});

test.each(['', ' \n', null])('A field that is %j counts as not sent', async (unused) => {
  const image = makeDataUrl(png);
  const ask = async (method: string, path: string, body: object) =>
    (
      await call<{ newMessage: object; user: object }>(server.url, method, path, {
        body,
        token: grace.token,
      })
    ).body;
  const sent = await ask('POST', toAda(), { text: 'Hi', image: unused });
  expect(sent.newMessage).toMatchObject({ text: 'Hi' });
  expect(sent.newMessage).not.toHaveProperty('image');
  const shown = await ask('POST', toAda(), { text: unused, image });
  expect(shown.newMessage).not.toHaveProperty('text');
  const { user } = await ask('PUT', '/auth/update-profile', { ...PROFILE, profilePic: image });
  const kept = await ask('PUT', '/auth/update-profile', { ...PROFILE, profilePic: unused });
  expect(kept.user).toEqual(user);
  await expectRefusal('POST', toAda(), { body: { text: unused, image: unused } }, 400);
});

test.each([
  '\u200B',
  ' \u2060\uFEFF\t',
  '\u202E\u202C',
  '\u3164\u115F',
  '\u2800\u{1D159}',
  '\u00AD\u034F\uFE0F',
  '\u{E0020}\u200D',
  '\u0001\u0085',
])('What is not seen is no text: %j', async (text) => {
  const refuseSignUp = (fields: object) =>
    expectRefusal('POST', '/auth/signup', signUpAs(fields), 400);
  expect(await refuseSignUp({ fullName: text })).toBe('Enter your full name.');
  expect(await refuseSignUp({ bio: text })).toBe('Enter your bio.');
  expect(await expectRefusal('POST', toAda(), { body: { text } }, 400)).toBe('Write a message.');
});

test.each(['\u202Eolleh', '☕\uFE0F', '.', 'س\u200F', '\u{1FAE8}'])(
  'What is seen is sent as it is: %j',
  async (text) => {
    const { token } = grace;
    const sent = await call<SendResponse>(server.url, 'POST', toAda(), { token, body: { text } });
    expect(sent.body).toMatchObject({ success: true, newMessage: { text } });
  },
);

test('signup refuses what is no email, a taken one in whatever case, and a short password', async () => {
  const refuse = (fields: object, status = 400) =>
    expectRefusal('POST', '/auth/signup', signUpAs(fields), status);
  for (const email of [
    ...['eve', 'eve@', '@example.org', 'e ve@example.org', 'eve@example..org', 'a@b@c'],
    ...['ada@mün chen.example', 'ada@münchen/x', 'ünal@example.org', 'ada@-ü-..example', '@ü'],
  ]) {
    await refuse({ email });
  }
  await refuse({ email: ada.email.toUpperCase() }, 409);
  expect(await refuse({ password: '1234567' })).toBe('Use at least 8 characters.');
});

test('A name keeps every character but what is not seen, breaks the line, covers others or turns what follows', async () => {
  const fullName = 'Zoë \u{1F469}\u200D\u{1F4BB} \u200Fمرحبا नमस्ते 漢字';
  for (const [typed, shown] of [
    [fullName, fullName],
    ['\u202EegnihtoN\u2066\u2069\r\n\tName\u202C\u2028', 'egnihtoN Name'],
    ['Mary  Ann\u00a0 \u2800Lee', 'Mary Ann Lee'],
    ['\uFEFF\u200CM\u200Da\u2060r\u200By\u200F \u00AD\u200DLee\uFE0F', 'Mary Lee'],
    ['Jose\u0301\u200D \uFE0FLee-\u{E0100}1\u200D 1\uFE0F\u20E3', 'Jose\u0301 Lee-1 1\uFE0F\u20E3'],
    ['می\u200Cنا ന്\u200D', 'می\u200Cنا ന്\u200D'],
    [`Z${'\u0335\u030a'.repeat(20)}oe`, 'Z\u0335\u030a\u0335oe'],
    ['Nguye\u0302\u0303n ကျွှိုး', 'Nguye\u0302\u0303n ကျွှိုး'],
  ] as const) {
    expect((await signUp(server.url, typed)).user.fullName).toBe(shown);
  }
});

test('send refuses text and picture together, strangers, oneself, and a key that is none', async () => {
  const image = makeDataUrl(png);
  const refuse = (id: string, body: object, status: number, headers = {}) =>
    expectRefusal('POST', `/messages/send/${id}`, { body, headers }, status);
  expect(await refuse(ada.id, { text: 'x', image }, 400)).toContain('not both');
  for (const id of [NOBODY, 'x', '%00', '..%2F..', NOBODY.toUpperCase(), '__proto__']) {
    await refuse(id, { text: 'x' }, 404);
  }
  await refuse(NOBODY, { image }, 404);
  expect(await refuse(grace.id, { text: 'x' }, 400)).toBe('You cannot send a message to yourself.');
  for (const key of ['', 'not a uuid', `${crypto.randomUUID()}x`]) {
    await refuse(ada.id, { text: 'x' }, 400, { 'idempotency-key': key });
  }
});

test('Reading refuses queries and people that are none', async () => {
  for (const query of [
    ...['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'before=x', 'after='],
    ...[`before=${NOBODY}&after=${NOBODY}`, 'peek=yes', 'seenTo=everything'],
  ]) {
    await expectRefusal('GET', `/messages/${ada.id}?${query}`, {}, 400);
  }
  for (const id of [NOBODY, 'x', '%00', NOBODY.toUpperCase()]) {
    await expectRefusal('GET', `/messages/${id}`, {}, 404);
  }
});

test('A large body is refused before it is parsed, but for a picture and whatever is beside it', async () => {
  for (const rawBody of [
    `{"text":[${'{},'.repeat(30_000)}{}]}`,
    `{"text":${'['.repeat(80_000)}`,
    `{"text":[${'1,'.repeat(50_000)}1]}`,
    `{${'"a":1,'.repeat(20_000)}"text":"x"}`,
  ]) {
    await expectRefusal('POST', toAda(), { rawBody }, 413);
  }
  const profilePic = makeDataUrl(makePngOf(100_000));
  const { status } = await call(server.url, 'PUT', '/auth/update-profile', {
    token: ada.token,
    body: { fullName: 'Ada', bio: ','.repeat(500), profilePic },
  });
  expect(status).toBe(200);
});
