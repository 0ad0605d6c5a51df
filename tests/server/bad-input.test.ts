/** Every field of every call, given what it must not be: a refusal that a person understands, and no change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AuthResponse,
  ConversationResponse,
  SendResponse,
  UsersResponse,
} from '../../src/protocol/http.ts';
import { LIMITS } from '../../src/protocol/limits.ts';
import { makeDataUrl, makePng, makePngOf } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type Answer, type AnyBody, call, type Member, send, signUp } from './support/calls.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
let messageId: string;

beforeAll(async () => {
  server = await startServer();
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
  messageId = (await send(server.url, ada, grace, 'Hello'))._id;
});
afterAll(() => server.close());

const NOBODY = 'f'.repeat(24);
const png = makePng(8, 8);

/** What no text field takes. */
const BAD_TEXTS: Array<[string, unknown]> = [
  ['missing', undefined],
  ['null', null],
  ['a number', 7],
  ['a boolean', true],
  ['an object', { text: 'x' }],
  ['a list', ['x']],
  ['empty', ''],
  ['blank', ' \t\n\u00a0\u3000 '],
  ['with NUL', 'a\0b'],
  ['with half a surrogate pair', 'a\ud800b'],
  ['huge', 'x'.repeat(10_001)],
  ['huge, of emoji', '\u{1F600}'.repeat(10_001)],
  ['huge, of one letter with marks', `e${'\u0301'.repeat(20_000)}`],
  ['nested deeply', JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)],
];

/** What no picture field takes. */
const BAD_PICTURES: Array<[string, unknown]> = [
  ['a number', 7],
  ['an object', {}],
  ['no data URL', 'https://example.org/cat.png'],
  ['not base64', 'data:image/png;base64,@@@@'],
  ['base64 with a space in it', makeDataUrl(png).replace('base64,', 'base64, ')],
  ['not said to be base64', `data:image/png,${png.toString('base64')}`],
  ['nothing after the comma', 'data:image/png;base64,'],
  [
    'an SVG',
    makeDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
  ],
  ['HTML', makeDataUrl(Buffer.from('<script>alert(1)</script>'), 'text/html')],
  ['HTML declared as PNG', makeDataUrl(Buffer.from('<script>alert(1)</script>'))],
  ['a GIF', makeDataUrl(Buffer.from('GIF89a'), 'image/gif')],
  ['PNG declared as JPEG', makeDataUrl(png, 'image/jpeg')],
  ['JPEG declared as PNG', makeDataUrl(Buffer.from('ffd8ffe000104a464946', 'hex'))],
  ['truncated', makeDataUrl(png.subarray(0, png.length - 12))],
  ['only a signature', makeDataUrl(png.subarray(0, 8))],
  ['with parameters', makeDataUrl(png, 'image/png;charset=utf-8')],
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
  const people = await call<UsersResponse>(server.url, 'GET', '/messages/users', grace);
  const own = await call(server.url, 'GET', '/auth/check', grace);
  const messages = await call<ConversationResponse>(
    server.url,
    'GET',
    `/messages/${ada.id}?peek=true`,
    grace,
  );
  return [people.body, own.body, messages.body];
}

async function expectRefusal(
  ask: () => Promise<Answer<AnyBody>>,
  status?: number,
): Promise<string> {
  const before = await readWorld();
  const answer = await ask();
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

interface CallUnderTest {
  name: string;
  method: string;
  path: () => string;
  /** A body that would be accepted, or none. */
  body?: Record<string, unknown>;
  texts: string[];
  pictures: string[];
  takesPictures: boolean;
  isOpen?: boolean;
}

const CALLS: CallUnderTest[] = [
  {
    name: 'signup',
    method: 'POST',
    path: () => '/auth/signup',
    body: SIGN_UP,
    texts: ['fullName', 'email', 'password', 'bio'],
    pictures: [],
    takesPictures: false,
    isOpen: true,
  },
  {
    name: 'login',
    method: 'POST',
    path: () => '/auth/login',
    body: LOG_IN,
    texts: ['email', 'password'],
    pictures: [],
    takesPictures: false,
    isOpen: true,
  },
  {
    name: 'update-profile',
    method: 'PUT',
    path: () => '/auth/update-profile',
    body: PROFILE,
    texts: ['fullName', 'bio'],
    pictures: ['profilePic'],
    takesPictures: true,
  },
  {
    name: 'send',
    method: 'POST',
    path: () => `/messages/send/${ada.id}`,
    body: {},
    texts: ['text'],
    pictures: ['image'],
    takesPictures: true,
  },
];

/** What forms send in a field that they do not use. */
const UNUSED: Array<[string, unknown]> = [
  ['empty', ''],
  ['blank', ' \n'],
  ['null', null],
];

describe.each(UNUSED)('A field that is %s counts as not sent', (_what, unused) => {
  const image = makeDataUrl(png);
  const ask = (method: string, path: string, body: object) =>
    call<{ success: boolean; newMessage: object; user: object }>(server.url, method, path, {
      body,
      token: grace.token,
    });

  test('beside a text or a picture', async () => {
    const sent = await ask('POST', `/messages/send/${ada.id}`, { text: 'Hi', image: unused });
    expect(sent.body.newMessage).toMatchObject({ text: 'Hi' });
    expect(sent.body.newMessage).not.toHaveProperty('image');
    const shown = await ask('POST', `/messages/send/${ada.id}`, { text: unused, image });
    expect(shown.body.newMessage).toMatchObject({ image: expect.any(String) });
    expect(shown.body.newMessage).not.toHaveProperty('text');
  });

  test('in a profile, whose picture stays', async () => {
    const { body } = await ask('PUT', '/auth/update-profile', { ...PROFILE, profilePic: image });
    const kept = await ask('PUT', '/auth/update-profile', { ...PROFILE, profilePic: unused });
    expect(kept.body.user).toEqual(body.user);
    expect(kept.body.user).toHaveProperty('profilePic');
  });

  test('and not where nothing else is sent', async () => {
    await expectRefusal(
      () => ask('POST', `/messages/send/${ada.id}`, { text: unused, image: unused }),
      400,
    );
  });
});

describe.each(CALLS)('$name', ({ method, path, body, texts, pictures, takesPictures, isOpen }) => {
  const ask = (changed: unknown) =>
    call(server.url, method, path(), {
      body: changed,
      ...(isOpen !== true && { token: grace.token }),
    });

  test.each(texts.flatMap((field) => BAD_TEXTS.map(([what, value]) => ({ field, what, value }))))(
    'refuses $field: $what',
    async ({ field, value }) => {
      await expectRefusal(() => ask({ ...body, [field]: value }));
    },
  );

  test.each(
    pictures.flatMap((field) => BAD_PICTURES.map(([what, value]) => ({ field, what, value }))),
  )('refuses $field: $what', async ({ field, value }) => {
    await expectRefusal(() => ask({ ...body, [field]: value }));
  });

  test.each([
    ['invalid JSON', '{"text":', 400],
    ['nothing', '', 400],
    ['a text', '"text"', 400],
    ['bytes that are no UTF-8', Buffer.from('{"text":"\xff"}', 'latin1'), 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a __proto__ key', '{"__proto__":{"text":"x"},"text":"x"}', 400],
    ['a constructor.prototype key', '{"constructor":{"prototype":{"a":1}},"text":"x"}', 400],
    ['deep nesting', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, 400],
  ])('refuses %s for a body', async (_what, rawBody, status) => {
    const token = isOpen ? {} : { token: grace.token };
    await expectRefusal(() => call(server.url, method, path(), { rawBody, ...token }), status);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'image/png', 'nonsense'])(
    'refuses content type %s',
    async (type) => {
      await expectRefusal(
        () =>
          call(server.url, method, path(), {
            rawBody: JSON.stringify(body),
            headers: { 'content-type': type },
            token: grace.token,
          }),
        415,
      );
    },
  );

  test('refuses a body larger than it can need', async () => {
    const size = takesPictures ? (LIMITS.imageBytes / 3) * 4 + 100_000 : 20_000;
    const message = await expectRefusal(() => ask({ ...body, extra: 'x'.repeat(size) }), 413);
    expect(message).toBe('This is too large to send.');
  });
});

const INVISIBLE = [
  '\u200B',
  ' \u2060\uFEFF\t',
  '\u202E\u202C',
  '\u3164\u115F',
  '\u2800',
  '\u00AD\u034F\uFE0F',
  '\u{E0020}\u200D',
  '\u0001\u0085',
];

describe('signup', () => {
  test.each(['eve', 'eve@', '@example.org', 'e ve@example.org', 'eve@example..org', 'a@b@c'])(
    'refuses %s as an email',
    async (email) => {
      const body = { ...SIGN_UP, email };
      await expectRefusal(() => call(server.url, 'POST', '/auth/signup', { body }), 400);
    },
  );

  test('refuses an email that is taken, in whatever case', async () => {
    const body = { ...SIGN_UP, email: ada.email.toUpperCase() };
    await expectRefusal(() => call(server.url, 'POST', '/auth/signup', { body }), 409);
  });

  test('refuses a password of seven characters, and says how long it must be', async () => {
    const body = { ...SIGN_UP, password: '1234567' };
    const message = await expectRefusal(() => call(server.url, 'POST', '/auth/signup', { body }));
    expect(message).toBe('Use at least 8 characters.');
  });

  test('ignores fields that it does not know', async () => {
    const body = { ...SIGN_UP, email: 'extra@example.org', _id: NOBODY, role: 'admin' };
    const answer = await call<AuthResponse>(server.url, 'POST', '/auth/signup', { body });
    if (!answer.body.success) throw new Error(answer.body.message);
    expect(answer.body.userData._id).not.toBe(NOBODY);
    expect(Object.keys(answer.body.userData).toSorted()).toEqual([
      '_id',
      'bio',
      'email',
      'fullName',
    ]);
  });

  test('keeps every other character of a name as it is, but for what breaks the line or turns what follows', async () => {
    const fullName = 'Zoë \u{1F469}\u200D\u{1F4BB} \u200Fمرحبا नमस्ते 漢字';
    const member = await signUp(server.url, fullName);
    expect(member.user.fullName).toBe(fullName);
    const turned = await signUp(server.url, '\u202EegnihtoN\u2066\u2069\r\n\tName\u202C\u2028');
    expect(turned.user.fullName).toBe('egnihtoN Name');
    const spaced = await signUp(server.url, 'Mary  Ann\u00a0 \u2800Lee');
    expect(spaced.user.fullName).toBe('Mary Ann Lee');
  });

  test.each(INVISIBLE)(
    'refuses a name and a bio of nothing that is seen: %j',
    async (invisible) => {
      const ask = (fields: object) =>
        call(server.url, 'POST', '/auth/signup', { body: { ...SIGN_UP, ...fields } });
      expect(await expectRefusal(() => ask({ fullName: invisible }), 400)).toBe(
        'Enter your full name.',
      );
      expect(await expectRefusal(() => ask({ bio: invisible }), 400)).toBe('Enter your bio.');
    },
  );
});

describe('send', () => {
  const sendTo = (id: string, body: unknown, headers = {}) =>
    call(server.url, 'POST', `/messages/send/${id}`, { token: grace.token, body, headers });

  test.each(INVISIBLE)('refuses a text of nothing that is seen: %j', async (text) => {
    const message = await expectRefusal(() => sendTo(ada.id, { text }), 400);
    expect(message).toBe('Write a message.');
  });

  test.each(['\u202Eolleh', '☕\uFE0F', '.', 'س\u200F', '\u{1FAE8}'])(
    'takes what is seen as it is: %j',
    async (text) => {
      const { body: answer } = await call<SendResponse>(
        server.url,
        'POST',
        `/messages/send/${ada.id}`,
        {
          token: grace.token,
          body: { text },
        },
      );
      expect(answer).toMatchObject({ success: true, newMessage: { text } });
    },
  );

  test('refuses text and picture together, and neither', async () => {
    const both = { text: 'x', image: makeDataUrl(png) };
    expect(await expectRefusal(() => sendTo(ada.id, both), 400)).toContain('not both');
    expect(await expectRefusal(() => sendTo(ada.id, {}), 400)).toContain('Write a message');
  });

  test.each([NOBODY, 'x', '%00', '..%2F..', NOBODY.toUpperCase(), '__proto__'])(
    'refuses to send to %s, whom nobody knows',
    async (id) => {
      await expectRefusal(() => sendTo(id, { text: 'x' }), 404);
      await expectRefusal(() => sendTo(id, { image: makeDataUrl(png) }), 404);
    },
  );

  test('refuses to send to oneself', async () => {
    const message = await expectRefusal(() => sendTo(grace.id, { text: 'x' }), 400);
    expect(message).toBe('You cannot send a message to yourself.');
  });

  test.each(['', 'not a uuid', '123', `${crypto.randomUUID()}x`])(
    'refuses %j as an idempotency key',
    async (key) => {
      await expectRefusal(() => sendTo(ada.id, { text: 'x' }, { 'idempotency-key': key }), 400);
    },
  );
});

describe('reading and marking', () => {
  test.each([
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'limit=1&limit=2',
    'before=x',
    'after=',
    `before=${NOBODY}&after=${NOBODY}`,
    'peek=yes',
  ])('refuses the query %s', async (query) => {
    await expectRefusal(() => call(server.url, 'GET', `/messages/${ada.id}?${query}`, grace), 400);
  });

  test.each([NOBODY, 'x', '%00', NOBODY.toUpperCase()])('refuses to read with %s', async (id) => {
    await expectRefusal(() => call(server.url, 'GET', `/messages/${id}`, grace), 404);
  });

  test('gives the same answer for an unknown message, no id, and one’s own or somebody else’s', async () => {
    const third = await signUp(server.url, 'Third');
    const mark = (id: string, member: Member) => () =>
      call(server.url, 'PUT', `/messages/mark/${id}`, member);
    const messages = [
      await expectRefusal(mark(NOBODY, grace), 404),
      await expectRefusal(mark('x', grace), 404),
      await expectRefusal(mark(messageId, ada), 404),
      await expectRefusal(mark(messageId, third), 404),
    ];
    expect(new Set(messages).size).toBe(1);
  });
});

describe('addresses', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/auth/nothing'],
    ['DELETE', '/messages/users'],
    ['POST', '/auth/check'],
    ['GET', '/media/nothing'],
    ['GET', '/media/..%2F..%2Fduet.db'],
    ['GET', '/%ZZ'],
    ['GET', `/messages/${'a'.repeat(500)}`],
  ])('refuses %s %s', async (method, path) => {
    await expectRefusal(() => call(server.url, method, path, grace));
  });
});

describe('A large body', () => {
  test.each([
    ['objects', `{"text":[${'{},'.repeat(30_000)}{}]}`],
    ['lists in lists', `{"text":${'['.repeat(80_000)}`],
    ['numbers', `{"text":[${'1,'.repeat(50_000)}1]}`],
    ['fields', `{${'"a":1,'.repeat(20_000)}"text":"x"}`],
  ])('of %s is no picture, and refused before it is parsed', async (_what, rawBody) => {
    const answer = await call(server.url, 'POST', `/messages/send/${ada.id}`, {
      token: ada.token,
      rawBody,
    });
    expect(answer.status).toBe(413);
  });

  test('of a picture may have a text of nothing but commas beside it', async () => {
    const image = makeDataUrl(makePngOf(100_000));
    const { status } = await call(server.url, 'PUT', '/auth/update-profile', {
      token: ada.token,
      body: { fullName: 'Ada', bio: ','.repeat(500), profilePic: image },
    });
    expect(status).toBe(200);
  });
});
