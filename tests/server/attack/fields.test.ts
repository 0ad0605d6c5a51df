/** Every field of every call, given every hostile value: an answer in the envelope, in time, and no harm. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataUrl, makePng } from '../../support/pictures.ts';
import { signUp } from '../support/calls.ts';
import { join } from '../support/sockets.ts';
import { type Ask, askAnything, askWithJson, expectHarmless } from './support/ask.ts';
import { HOSTILE_HEADERS, HOSTILE_TEXTS, HOSTILE_VALUES } from './support/hostile-values.ts';
import { createWorld, type World } from './support/world.ts';

let world: World;
let before: unknown;
beforeAll(async () => {
  // Without an https address there are no pushes.
  world = await createWorld({ config: { PUBLIC_URL: 'https://duet.example.org' } });
  before = await world.read();
});
afterAll(() => world.close());

/** Asks all, some at a time. */
async function attack(asks: readonly Ask[]): Promise<void> {
  const { url } = world.server;
  for (let start = 0; start < asks.length; start += 16) {
    await Promise.all(
      asks
        .slice(start, start + 16)
        .map(async (ask) => expectHarmless(ask, await askAnything(url, ask))),
    );
  }
  expect(await world.read()).toEqual(before);
}

const api = (path: string) => `/api/v1${path}`;
const asMallory = () => ({ token: world.mallory.token });

const ofAda = () => world.ada.id;
const ofMessage = () => world.messages[0]._id;

/** One call with a body: its fields, each of which is replaced in turn. `:id` in the path is what `about` returns. */
const BODIES: Array<[call: string, body: () => Record<string, unknown>, about?: () => string]> = [
  [
    'POST /auth/signup',
    () => ({ fullName: 'Eve', email: 'x', password: 'long and odd enough', bio: 'Hi.' }),
  ],
  ['POST /auth/login', () => ({ email: world.ada.email, password: 'x' })],
  ['POST /auth/login', () => ({ reset: 'x', password: 'long enough' })],
  [
    'PUT /auth/update-profile',
    () => ({ fullName: 'Mallory', bio: 'Hi.', profilePic: makeDataUrl(makePng(2, 2)) }),
  ],
  ['POST /messages/send/:id', () => ({ text: 'x' }), ofAda],
  ['POST /messages/send/:id', () => ({ image: 'x' }), ofAda],
  ['POST /messages/send/:id', () => ({ text: 'x', replyTo: ofMessage() }), ofAda],
  ['POST /messages/send/:id', () => ({ forwardOf: ofMessage() }), () => world.grace.id],
  ['PUT /auth/password', () => ({ password: 'not the password', newPassword: '' })],
  ['POST /auth/delete-account', () => ({ password: '' })],
  ['POST /auth/logout', () => ({ extra: 1 })],
  ['PUT /messages/edit/:id', () => ({ text: 'x', version: 0 }), ofMessage],
  ['PUT /messages/react/:id', () => ({ emoji: '👍' }), ofMessage],
  ['PUT /messages/delete/:id', () => ({ extra: 1 }), ofMessage],
  ['PUT /messages/mute/:id', () => ({ forMs: 60_000 }), ofAda],
  ['PUT /auth/privacy', () => ({ hides: ['typing'] })],
  ['PUT /auth/email', () => ({ password: '', email: 'x@example.org' })],
  ['POST /messages/behind', () => ({ conversations: {} })],
  [
    'PUT /push/device',
    () => ({
      endpoint: 'https://fcm.googleapis.com/x',
      ...{ p256dh: 'x', auth: 'x', detail: 'name', zone: 'UTC', quiet: { from: 0, to: 1 } },
    }),
  ],
  ['PUT /messages/mark/:id', () => ({ extra: 1 }), ofMessage],
];

describe('A hostile value', () => {
  describe.each(BODIES)('for %s', (name, makeBody, about) => {
    const [method = '', path = ''] = name.split(' ');
    const toPath = () => api(path.replace(':id', about?.() ?? ''));
    // Logging out would be allowed, and end the attack.
    const readHeaders = () => (path === '/auth/logout' ? { token: 'x' } : asMallory());

    test('in any field does no harm', async () => {
      // Each login that gets as far as the password costs a hash.
      const unknown = path === '/auth/login' ? [] : ['__proto__', 'extra'];
      for (const field of [...Object.keys(makeBody()), ...unknown]) {
        const asks = HOSTILE_VALUES.map((value) => {
          const body = makeBody();
          Object.defineProperty(body, field, { value, enumerable: true });
          return askWithJson(method, toPath(), body, readHeaders());
        });
        await attack(asks);
      }
    });

    test('in place of the body does no harm', async () => {
      const headers = { 'content-type': 'application/json', ...readHeaders() };
      await attack([
        ...HOSTILE_VALUES.map((value) => askWithJson(method, toPath(), value, readHeaders())),
        ...HOSTILE_TEXTS.map((body) => ({ method, path: toPath(), headers, body })),
      ]);
    });
  });

  test('in a path or a query does no harm', async () => {
    const values = [...HOSTILE_TEXTS.map(encode), ...HOSTILE_TEXTS.map(toPathCharacters)];
    const ids = ['mark', 'react', 'block', 'mute'].map((kind) => `PUT /messages/${kind}/{}`);
    const queries = ['?limit={}', '?after={}', '?changedAfter={}', '?{}={}', '/search?q={}'].concat(
      ['/first?since={}', '/pictures?before={}'],
    );
    const calls = [
      ...ids,
      ...queries.map((query) => `GET /messages/${world.ada.id}${query}`),
      ...[
        'GET /messages/{}',
        'POST /messages/send/{}',
        'GET /media/{}',
        'POST /auth/{}',
        'GET /{}',
      ],
      ...['POST /auth/invitations/{}/revoke', 'POST /auth/sessions/{}/end'],
    ].map((call) => call.split(' '));
    const body = { text: 'x', emoji: null, forMs: null };
    await attack(
      values.flatMap((value) =>
        calls.map(([method = '', path = '']) => {
          const filled = api(path.replaceAll('{}', () => value).slice(0, 12_000));
          return method === 'GET'
            ? { method, path: filled, headers: asMallory() }
            : askWithJson(method, filled, body, asMallory());
        }),
      ),
    );
  });

  test('in a header does no harm', async () => {
    const names = ['token', 'idempotency-key', 'content-type', 'if-none-match', 'origin', 'range'];
    const more = ['x-forwarded-for', 'host', 'accept-encoding', 'expect'];
    const sending = api(`/messages/send/${world.ada.id}`);
    const path = new URL(world.messages[1].image ?? '').pathname;
    await attack(
      HOSTILE_HEADERS.filter((value) => value.length < 15_000).flatMap((value) =>
        [...names, ...more].flatMap((name): Ask[] => [
          askWithJson('POST', sending, { text: 'x' }, { ...asMallory(), [name]: value }),
          { method: 'GET', path, headers: { [name]: value } },
        ]),
      ),
    );
  });

  test('in an event does no harm', async () => {
    const { url } = world.server;
    const enter = async () => join(url, await signUp(url, 'Talker'), { transports: ['websocket'] });
    let listener = await enter();
    for (const value of HOSTILE_VALUES) {
      // Who went too far was cut, as it should be, and is not let in again soon.
      if (!listener.socket.connected) listener = await enter();
      for (const event of ['typing', 'delivered', 'seen']) {
        listener.socket.emit(event, value);
        listener.socket.emit(event, { userId: value, upTo: ofMessage() });
        listener.socket.emit(event, { userId: ofAda(), upTo: value }, value);
      }
      expect((await fetch(`${url}/livez`)).status).toBe(200);
    }
    expect(await world.read()).toEqual(before);
  });

  test('is nowhere answered with a fault in the log', () => {
    expect(world.server.readLog()).toBe('');
  });
});

/** Percent-encoded, as far as it is Unicode. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).slice(0, 4_000);
}

/** As it is, as far as a request line can carry it. */
function toPathCharacters(value: string): string {
  return value.replace(/[^\x21-\x7e]|[?#]/g, '').slice(0, 4_000);
}
