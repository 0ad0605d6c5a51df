/** The list of people as something that a browser keeps: told again only when it changed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '../../src/protocol/entities.ts';
import type { ConversationResponse, UsersResponse } from '../../src/protocol/http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, send, signUp } from './support/calls.ts';
import { join } from './support/sockets.ts';

let server: TestServer;
let ada: Member;
let grace: Member;
/** How often the reader was asked for a whole list. */
let listed: number;

async function start(dataDir?: string): Promise<void> {
  listed = 0;
  server = await startServer({
    ...(dataDir !== undefined && { dataDir }),
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

interface Change {
  what: string;
  prepare?: () => Promise<unknown>;
  act: () => Promise<unknown>;
}
let lastSent: string;

const CHANGES: Change[] = [
  { what: 'somebody joins', act: () => signUp(server.url, 'Linus') },
  { what: 'a message comes', act: () => send(server.url, grace, ada, 'Hello') },
  { what: 'a message is sent', act: () => send(server.url, ada, grace, 'Hello') },
  {
    what: 'what was unseen is seen',
    prepare: async () => {
      lastSent = (await send(server.url, grace, ada, 'Hello'))._id;
    },
    act: () => change(ada, `/messages/mark/${lastSent}`),
  },
  {
    what: 'somebody changes their profile',
    act: () => change(grace, '/auth/update-profile', { fullName: 'Grace H.', bio: 'Here' }),
  },
  { what: 'somebody is blocked', act: () => change(ada, `/messages/block/${grace.id}`) },
  {
    what: 'a block ends',
    prepare: () => change(ada, `/messages/block/${grace.id}`),
    act: () => change(ada, `/messages/unblock/${grace.id}`),
  },
  {
    what: 'an account is deleted',
    act: () =>
      call(server.url, 'POST', '/auth/delete-account', {
        token: grace.token,
        body: { password: grace.password },
      }),
  },
];

describe('An unchanged list', () => {
  test('is not stored by the browser, where the next person could find it', async () => {
    const { response } = await load(ada);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('costs an answer without a body, and is not even made', async () => {
    await send(server.url, grace, ada, 'Hello');
    const { tag } = await load(ada);
    listed = 0;
    for (const kept of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
      const { response, text } = await load(ada, kept);
      expect([response.status, text]).toEqual([304, '']);
      expect(response.headers.get('etag')).toBe(tag);
    }
    expect(listed).toBe(0);
  });

  test('is one person’s: another’s is no answer, though both are alike', async () => {
    const adas = await load(ada);
    const graces = await load(grace, adas.tag);
    expect(graces.response.status).toBe(200);
    expect(graces.tag).not.toBe(adas.tag);
  });

  test('is told as ever to somebody who names no tag', async () => {
    const { response, text } = await load(ada);
    const body: UsersResponse = JSON.parse(text);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({ success: true, users: [{ fullName: 'Grace' }] });
  });

  test('shows of a long message the beginning, and no half of a character', async () => {
    // One code unit is left for the first of the two that follow.
    const beginning = 'x'.repeat(139);
    await send(server.url, grace, ada, `${beginning}😀 and so on`);
    const body: UsersResponse = JSON.parse((await load(ada)).text);
    expect(body).toMatchObject({ users: [{ lastMessage: { text: beginning } }] });
  });

  test('keeps its tag over a restart', async () => {
    const before = await load(ada);
    await server.stop();
    const again = await startServer({ dataDir: server.dataDir });
    const response = await fetch(`${again.url}/api/v1/messages/users`, {
      headers: { token: ada.token, 'if-none-match': before.tag },
    });
    expect(response.status).toBe(304);
    await again.close();
  });

  test('is told anew where a server writes it in another way', async () => {
    const before = await load(ada);
    await server.stop();
    // Addresses of pictures begin with it.
    const config = { PUBLIC_URL: 'https://chat.example.org' };
    server = await startServer({ dataDir: server.dataDir, config });
    expect((await load(ada, before.tag)).response.status).toBe(200);
  });
});

describe('A list is new when', () => {
  test.each(CHANGES)('$what', async ({ prepare, act }) => {
    await prepare?.();
    const before = await load(ada);
    expect((await load(ada, before.tag)).response.status).toBe(304);
    await act();
    const after = await load(ada, before.tag);
    expect(after.response.status).toBe(200);
    expect(after.text).not.toBe(before.text);
    expect((await load(ada, after.tag)).response.status).toBe(304);
  });
});

describe('A list is the same after', () => {
  test('visits, of its reader and of others: when they were last seen is no part of it', async () => {
    const linus = await signUp(server.url, 'Linus');
    const { tag } = await load(linus);
    for (const visitor of [ada, grace, ada]) await visit(visitor, linus);
    expect((await load(linus, tag)).response.status).toBe(304);
  });

  test('blocks between others, who need not know of each other’s', async () => {
    const linus = await signUp(server.url, 'Linus');
    const { tag } = await load(linus);
    await change(ada, `/messages/block/${grace.id}`);
    await change(grace, `/messages/block/${linus.id}`);
    expect((await load(linus, tag)).response.status).toBe(304);
  });
});

test('After a restart, those who were online get no list again, and the database is asked for none', async () => {
  const readers = await Promise.all(
    Array.from({ length: 20 }, (_, number) => signUp(server.url, `Reader ${number}`)),
  );
  const tags = await Promise.all(
    readers.map(async (reader) => {
      await join(server.url, reader, { auth: { token: reader.token, wants: ['presence'] } });
      return (await load(reader)).tag;
    }),
  );
  await server.stop();
  await start(server.dataDir);
  const answers = await Promise.all(
    readers.map(async (reader, number) => {
      const seen = await join(server.url, reader);
      const { response, text } = await load(reader, tags[number]);
      seen.close();
      return [response.status, text];
    }),
  );
  expect(answers).toEqual(readers.map(() => [304, '']));
  expect(listed).toBe(0);
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
