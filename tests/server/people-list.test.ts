/** The list of people as something that a browser keeps: told again only when it changed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '../../src/protocol/entities.ts';
import type { ConversationResponse, UsersResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
/** How often the reader was asked for a whole list. */
let listed: number;

async function start(options: TestServerOptions = {}): Promise<void> {
  listed = 0;
  server = await startServer({
    ...options,
    wrapReader: (reader) => ({
      ...reader,
      listUsers(...asked) {
        listed += 1;
        return reader.listUsers(...asked);
      },
    }),
  });
}
beforeEach(async () => {
  await start();
  ada = await signUp(server.url, 'Ada');
  grace = await signUp(server.url, 'Grace');
});
afterEach(() => server.close());

/** As a browser asks that still has the answer with this tag. */
async function load(reader: Member, tag?: string) {
  const response = await fetch(`${server.url}/api/v1/messages/users`, {
    // Undici keeps nothing, and sets no headers of its own then.
    cache: 'no-store',
    headers: { token: reader.token, ...(tag !== undefined && { 'if-none-match': tag }) },
  });
  const text = await response.text();
  return { response, text, tag: response.headers.get('etag') ?? '' };
}

function change(reader: Member, path: string, body: unknown = undefined) {
  return call(server.url, 'PUT', path, { token: reader.token, body });
}

test('An unchanged list costs an answer without a body, and is not even made, to its reader alone', async () => {
  await send(server.url, grace, ada, 'Hello');
  const { tag, response, text } = await load(ada);
  // Where the next person could find it.
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(JSON.parse(text)).toMatchObject({ success: true, users: [{ fullName: 'Grace' }] });
  listed = 0;
  for (const kept of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
    const again = await load(ada, kept);
    expect([again.response.status, again.text, again.tag]).toEqual([304, '', tag]);
  }
  expect(listed).toBe(0);
  const graces = await load(grace, tag);
  expect(graces.response.status).toBe(200);
  expect(graces.tag).not.toBe(tag);
});

test('A list shows of a long message the beginning, and no half of a character', async () => {
  // One code unit is left for the first of the two that follow.
  const beginning = 'x'.repeat(139);
  await send(server.url, grace, ada, `${beginning}😀 and so on`);
  const body: UsersResponse = JSON.parse((await load(ada)).text);
  expect(body).toMatchObject({ users: [{ lastMessage: { text: beginning } }] });
});

test('After a restart a list is the same, and the database is asked for none, unless the server writes it in another way', async () => {
  const { tag } = await load(ada);
  const { dataDir } = server;
  await server.stop();
  await start({ dataDir });
  expect((await load(ada, tag)).response.status).toBe(304);
  expect(listed).toBe(0);
  await server.stop();
  // Addresses of pictures begin with it.
  await start({ dataDir, config: { PUBLIC_URL: 'https://chat.example.org' } });
  expect((await load(ada, tag)).response.status).toBe(200);
});

test('A list is new when something in it changes, and the same after visits and blocks between others', async () => {
  let { tag, text } = await load(ada);
  const { _id } = await send(server.url, grace, ada, 'Hello');
  const profile = { fullName: 'Grace H.', bio: 'Here' };
  const { token, password } = grace;
  const linus = await signUp(server.url, 'Linus');
  for (const [what, act] of [
    ['a message comes', () => send(server.url, grace, ada, 'Hello')],
    ['a message is sent', () => send(server.url, ada, grace, 'Hello')],
    ['what was unseen is seen', () => change(ada, `/messages/mark/${_id}`)],
    ['a profile changes', () => change(grace, '/auth/update-profile', profile)],
    ['somebody is blocked', () => change(ada, `/messages/block/${grace.id}`)],
    ['a block ends', () => change(ada, `/messages/unblock/${grace.id}`)],
    [
      'an account is deleted',
      () => call(server.url, 'POST', '/auth/delete-account', { token, body: { password } }),
    ],
    ['somebody joins', () => signUp(server.url, 'Ken')],
  ] as const) {
    await act();
    const after = await load(ada, tag);
    expect(after.response.status, what).toBe(200);
    expect(after.text, what).not.toBe(text);
    ({ tag, text } = after);
    expect((await load(ada, tag)).response.status, what).toBe(304);
  }
  const ken = await signUp(server.url, 'Ken');
  ({ tag } = await load(linus));
  await visit(ada, linus);
  await change(ada, `/messages/block/${ken.id}`);
  await change(ken, `/messages/block/${linus.id}`);
  expect((await load(linus, tag)).response.status).toBe(304);
});

test('When somebody was last seen comes with the newest page of a conversation, unless they are blocked', async () => {
  const witness = await signUp(server.url, 'Linus');
  await visit(grace, witness);
  const read = async (query: string) => {
    const path = `/messages/${grace.id}?${query}`;
    const { body } = await call<ConversationResponse>(server.url, 'GET', path, {
      token: ada.token,
    });
    return body;
  };
  const told = await read('limit=50');
  expect(told).toHaveProperty('lastSeenAt', (await load(ada).then(readUsers))[0]?.lastSeenAt);
  expect(await read('limit=50&before=0123456789abcdef01234567')).not.toHaveProperty('lastSeenAt');
  await change(ada, `/messages/block/${grace.id}`);
  expect(await read('limit=50')).not.toHaveProperty('lastSeenAt');
});

const readUsers = ({ text }: { text: string }): Partial<User>[] => JSON.parse(text).users;

/** Comes, goes, and is noted to have gone. */
async function visit(visitor: Member, witness: Member): Promise<void> {
  const seen = await join(server.url, witness, {
    auth: { token: witness.token, wants: ['presence'] },
  });
  (await join(server.url, visitor)).close();
  await seen.hear('presence', (changes) =>
    changes.some(({ userId, online }) => userId === visitor.id && !online),
  );
  seen.close();
}
