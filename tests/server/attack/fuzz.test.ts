/**
 * Random requests and random talk over sockets, from a fixed seed so that a failure can be had again:
 * never a fault, a hang or a death, and everything stored before reads back unchanged. `FUZZ_SEED` tries
 * other ones, `FUZZ_RUNS` more.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../support/calls.ts';
import { join } from '../support/sockets.ts';
import { type Ask, askAnything, expectHarmless } from './support/ask.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './support/hostile-values.ts';
import { createWorld, type World } from './support/world.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_721);
/** Each run is a volley of requests under way together. */
const VOLLEY = 25;
const RUNS = Number(process.env.FUZZ_RUNS ?? 100);
const parameters = { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 240_000 };

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Filled in when it is asked: the ids are other ones in each run of the tests. */
const PLACEHOLDERS = ['<ada>', '<grace>', '<mallory>', '<first>', '<second>', '<picture>'] as const;

function fillIn(text: string): string {
  const { ada, grace, mallory, messages } = world;
  const picture = messages[1].image?.split('/').at(-1) ?? '';
  const ids = [ada.id, grace.id, mallory.id, messages[0]._id, messages[1]._id, picture];
  return PLACEHOLDERS.reduce(
    (filled, placeholder, index) => filled.replaceAll(placeholder, ids[index] ?? ''),
    text,
  );
}

const someText = fc.oneof(
  fc.constantFrom(...PLACEHOLDERS),
  fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 5_000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[0-9a-f]{24}$/),
);
const someValue = fc.oneof(someText, fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue());

const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PLACEHOLDERS) },
  { weight: 2, arbitrary: someText.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: fc.webSegment() },
);
const path = fc.oneof(
  fc.constantFrom('/auth/signup', '/auth/check', '/auth/update-profile', '/messages/users'),
  fc.constantFrom('/auth/login', '/auth/password', '/auth/sessions', '/auth/delete-account'),
  segment.map((id) => `/messages/${id}`),
  segment.map((id) => `/messages/${id}/search`),
  segment.map((id) => `/messages/${id}/first`),
  segment.map((id) => `/messages/send/${id}`),
  segment.map((id) => `/messages/mark/${id}`),
  segment.map((id) => `/messages/block/${id}`),
  segment.map((id) => `/messages/unblock/${id}`),
  segment.map((id) => `/auth/sessions/${id}/end`),
  segment.map((id) => `/media/${id}`),
  fc.tuple(segment, segment).map(([first, second]) => `/${first}/${second}`),
);
const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.tuple(fc.constantFrom('limit', 'before', 'after', 'peek', 'q', 'since', 'x'), segment),
        {
          maxLength: 4,
        },
      )
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
  },
);
const knownFields = [
  'fullName',
  'email',
  'password',
  'bio',
  'profilePic',
  'text',
  'image',
  'newPassword',
];
const body = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...knownFields), someValue) },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const someHeader = fc
  .tuple(
    fc.constantFrom('idempotency-key', 'content-type', 'accept', 'x-forwarded-for', 'x-odd'),
    fc.oneof(fc.uuid(), fc.string({ maxLength: 40 })),
  )
  .map(([name, value]) => ({ [name]: value }));

const ask = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'),
    path,
    query,
    body,
    header: fc.option(someHeader, { nil: {} }),
    isSignedIn: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
  })
  .map(({ isSignedIn, header, query: asked, body: sent, ...rest }) => ({
    ...rest,
    path: `/api/v1${rest.path}${asked}`,
    isSignedIn,
    header,
    body: typeof sent === 'object' ? JSON.stringify(sent) : sent,
  }));

function toAsk(drawn: typeof ask extends fc.Arbitrary<infer Drawn> ? Drawn : never): Ask {
  return {
    method: drawn.method,
    // As long as a server reads: what is longer is refused before its method is known.
    path: fillIn(drawn.path)
      .replace(/[^\x21-\x7e]/g, '')
      .slice(0, 8_000),
    headers: {
      'content-type': 'application/json',
      ...(drawn.isSignedIn && { token: world.mallory.token }),
      ...drawn.header,
    },
    ...(drawn.body !== undefined && { body: fillIn(drawn.body) }),
  };
}

describe('Random', () => {
  test('requests are all answered, and change nothing of other people', async () => {
    const before = await world.read();
    let answered = 0;
    const volley = fc.array(ask, { minLength: VOLLEY, maxLength: VOLLEY });
    await fc.assert(
      fc.asyncProperty(volley, async (drawn) => {
        await Promise.all(
          drawn.map(toAsk).map(async (each) => {
            expectHarmless(each, await askAnything(world.server.url, each));
            answered += 1;
          }),
        );
      }),
      parameters,
    );
    expect(answered).toBeGreaterThanOrEqual(2_500);
    expect(await world.read()).toEqual(before);
    expect(world.server.readLog()).toBe('');
  });

  test('events are all survived, and change nothing of other people', async () => {
    const before = await world.read();
    const { url } = world.server;
    const enter = async () => join(url, await signUp(url, 'Talker'), { transports: ['websocket'] });
    let listener = await enter();
    const name = fc.oneof(
      fc.constantFrom('typing', 'delivered', 'seen', 'newMessage', 'getOnlineUsers', 'hello'),
      fc.string({ minLength: 1, maxLength: 20 }),
    );
    const payload = fc.oneof(
      fc.dictionary(fc.constantFrom('userId', 'upTo', 'from'), someValue),
      someValue,
      fc.uint8Array({ maxLength: 50 }),
    );
    const talk = fc.array(fc.tuple(name, fc.array(payload, { maxLength: 3 })), {
      minLength: 10,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(talk, async (events) => {
        // Who went too far was cut, as it should be, and is not let in again soon.
        if (!listener.socket.connected) listener = await enter();
        for (const [event, values] of events) {
          // The client itself refuses the names of its own events.
          if (
            /^(connect|connect_error|disconnect|disconnecting|newListener|removeListener)$/.test(
              event,
            )
          )
            continue;
          listener.socket.emit(event, ...values.map(fillInAll));
        }
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
      }),
      parameters,
    );
    listener.close();
    expect(await world.read()).toEqual(before);
    expect(world.server.readLog()).toBe('');
  });
});

function fillInAll(value: unknown): unknown {
  if (value === undefined || value instanceof Uint8Array) return value;
  return JSON.parse(fillIn(JSON.stringify(value)));
}
