/** The list of people as something that a browser keeps: told again only when it changed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '../../src/protocol/entities.ts';
import { startServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { call, type Member, readConversation, send, signUp } from './support/calls.ts';
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
  await send(server.url, grace, ada, 'More');
  const later = await load(ada, tag);
  expect(later.response.status).toBe(200);
  expect((await load(ada, later.tag)).response.status).toBe(304);
  const graces = await load(grace, tag);
  expect(graces.response.status).toBe(200);
  expect(graces.tag).not.toBe(tag);
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

test('When somebody was last seen comes with the newest page of a conversation, unless they are blocked', async () => {
  const witness = await signUp(server.url, 'Linus');
  await visit(grace, witness);
  const read = (query: string) => readConversation(server.url, ada, grace, query);
  const told = await read('?limit=50');
  expect(told).toHaveProperty('lastSeenAt', (await load(ada).then(readUsers))[0]?.lastSeenAt);
  expect(await read('?limit=50&before=0123456789abcdef01234567')).not.toHaveProperty('lastSeenAt');
  await change(ada, `/messages/block/${grace.id}`);
  expect(await read('?limit=50')).not.toHaveProperty('lastSeenAt');
});

test('Everybody hears once who has joined, before that person comes online, who is renamed, and who is deleted', async () => {
  const listeners = await Promise.all(
    Array.from({ length: 5 }, async (_, number) =>
      join(server.url, await signUp(server.url, `Member ${number}`), { wants: ['presence'] }),
    ),
  );
  listed = 0;

  const newcomer = await signUp(server.url, 'Newcomer');
  const hearChange = (fits: (user: Partial<User>) => boolean) =>
    Promise.all(
      listeners.map(({ hear }) =>
        hear('profileChanged', (user) => user._id === newcomer.id && fits(user)),
      ),
    );
  const profile = { _id: newcomer.id, fullName: 'Newcomer', bio: 'I am Newcomer.' };
  expect(await hearChange(() => true)).toEqual(listeners.map(() => profile));
  await join(server.url, newcomer);
  const isOfNewcomer = ({ userId }: { userId: string }) => userId === newcomer.id;
  await Promise.all(listeners.map(({ hear }) => hear('presence', (all) => all.some(isOfNewcomer))));

  const { token, password } = newcomer;
  const body = { fullName: 'Renamed', bio: 'Here' };
  await call(server.url, 'PUT', '/auth/update-profile', { token, body });
  await hearChange(({ fullName }) => fullName === 'Renamed');
  await call(server.url, 'POST', '/auth/delete-account', { token, body: { password } });
  await hearChange(({ deleted }) => deleted === true);
  const isOne = ({ _id }: Partial<User>) => _id === newcomer.id;
  for (const { heard } of listeners) {
    expect(heard('profileChanged').filter(isOne)).toHaveLength(3);
  }
  expect(listed).toBe(0);
});

const readUsers = ({ text }: { text: string }): Partial<User>[] => JSON.parse(text).users;

/** Comes, goes, and is noted to have gone. */
async function visit(visitor: Member, witness: Member): Promise<void> {
  const seen = await join(server.url, witness, { wants: ['presence'] });
  (await join(server.url, visitor)).close();
  await seen.hear('presence', (changes) =>
    changes.some(({ userId, online }) => userId === visitor.id && !online),
  );
}
