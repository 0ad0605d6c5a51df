/**
 * Fills a rival's data directory before its server starts: people who are signed in, and messages of 200
 * bytes between them. Goes through each one's own store, so that rows, indexes and ids are its own.
 */
import { join } from 'node:path';
import type { Store } from '../../server/domain/ports/store.ts';
import { createCredentials } from '../../server/security/credentials.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import type { Person } from './load/orders.ts';
import { openNaiveStore } from './naive-store.ts';

const MESSAGE_BYTES = 200;
const DAY_MS = 86_400_000;
/** So many appends are waited for together: each group becomes one transaction, or a few. */
const GROUP = 1_000;

export interface House {
  addPeople(count: number): Promise<Person[]>;
  close(): Promise<void>;
}

/** Of our server, whose client is measured with messages in it. */
interface DuetHouse extends House {
  addMessages(messages: Iterable<{ from: Person; to: Person }>): Promise<void>;
  /** All that `writer` has sent to `reader` so far. */
  markSeen(reader: Person, writer: Person): Promise<void>;
}

export async function openDuetHouse(dataDir: string): Promise<DuetHouse> {
  return openStoreHouse(await openSqliteStore({ file: join(dataDir, 'duet.db'), clock: Date.now }));
}

/** Closing it closes the store. */
export function openStoreHouse(store: Store): DuetHouse {
  const credentials = createCredentials();
  return {
    addPeople: (count) =>
      inGroups(numbersBelow(count), async (index) => {
        const { _id } = await store.createUser({ ...describePerson(index), passwordHash: '-' });
        const { token, tokenHash } = credentials.issueToken();
        const expiresAt = Date.now() + DAY_MS;
        await store.createSession({
          tokenHash,
          userId: _id,
          expiresAt,
          endsAt: expiresAt,
          client: '',
        });
        return { id: _id, token };
      }),
    addMessages: async (messages) => {
      const text = 'x'.repeat(MESSAGE_BYTES);
      await inGroups(messages, async ({ from, to }) => {
        await store.appendMessage({ senderId: from.id, receiverId: to.id, text });
      });
    },
    markSeen: async (reader, writer) => {
      await store.markConversationSeen(reader.id, writer.id);
    },
    close: () => store.close(),
  };
}

export async function openNaiveHouse(dataDir: string): Promise<House> {
  // Its packages are installed by the benchmark alone, which tests do without.
  const { signToken } = await import('./naive-token.ts');
  const store = openNaiveStore(join(dataDir, 'naive.db'));
  return {
    addPeople: async (count) => {
      const people: Person[] = [];
      store.inOneTransaction(() => {
        for (const index of numbersBelow(count)) {
          const id = store.addUser({ ...describePerson(index), password: '-' });
          people.push({ id, token: signToken(id) });
        }
      });
      return people;
    },
    close: async () => store.close(),
  };
}

/** The relay knows whoever comes. */
export async function openRelayHouse(): Promise<House> {
  return {
    addPeople: async (count) =>
      [...numbersBelow(count)].map((index) => ({ id: `person-${index}`, token: '-' })),
    close: async () => undefined,
  };
}

function describePerson(index: number) {
  return {
    fullName: `Person ${index}`,
    email: `person-${index}@example.org`,
    bio: 'Here to measure.',
  };
}

function* numbersBelow(count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield index;
}

async function inGroups<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let group: Array<Promise<Result>> = [];
  for (const item of items) {
    group.push(work(item));
    if (group.length < GROUP) continue;
    results.push(...(await Promise.all(group)));
    group = [];
  }
  results.push(...(await Promise.all(group)));
  return results;
}
