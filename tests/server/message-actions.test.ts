/**
 * The real server does what `tests/model/reference.ts` means: two people, each with two devices that hear of changes late,
 * do random things by calls; some answers are lost, and the call is repeated. `ACTIONS_SEED` and `ACTIONS_RUNS` play
 * others.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRandom, type Random } from '../../server/seed/random.ts';
import { type Changes, type Known, parseCursor } from '../../src/protocol/changes.ts';
import type { Message } from '../../src/protocol/entities.ts';
import { newOperation } from '../model/outbox.ts';
import { type Id, NO_MESSAGE, type Outcome, otherThan, type Person } from '../model/protocol.ts';
import { type LogEntry, Reference } from '../model/reference.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { call, type Member, signUp } from './support/calls.ts';

const SEED = process.env.ACTIONS_SEED ?? '1';
const RUNS = Number(process.env.ACTIONS_RUNS ?? 3);
const STEPS = 60;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const KINDS = ['send', 'edit', 'edit', 'react', 'delete', 'see', 'deliver'] as const;
type Kind = (typeof KINDS)[number];
const toNumber = (id: string | undefined): Id =>
  id === undefined ? NO_MESSAGE : Number.parseInt(id.slice(8), 16);

interface Answer {
  success: boolean;
  message?: string;
  newMessage?: Message;
}

/** What one device of a person knows, by the whole first page and by changes since. */
class Device {
  readonly rows = new Map<Id, Message>();
  private cursor: string | undefined;
  private readonly get: <Fields>(path: string) => Promise<Fields>;
  private readonly peer: Member;

  constructor(self: Member, peer: Member) {
    this.peer = peer;
    this.get = async <Fields>(path: string) =>
      (await call<Fields>(server.url, 'GET', `/messages/${path}`, self)).body;
  }

  async catchUp(): Promise<void> {
    const path = `${this.peer.id}?peek=true&limit=100`;
    if (this.cursor === undefined) {
      const page = await this.get<{ messages: Message[] } & Known>(path);
      for (const row of page.messages) this.rows.set(toNumber(row._id), row);
      this.cursor = page.cursor;
    } else {
      for (let hasMore = true; hasMore; ) {
        const query: string = `${this.peer.id}?changedAfter=${this.cursor}&limit=3`;
        const changes: Changes = await this.get<Changes>(query);
        if (!('messages' in changes)) throw new Error('a reset');
        for (const row of changes.messages) this.rows.set(toNumber(row._id), row);
        ({ hasMore, cursor: this.cursor } = changes);
      }
    }
  }

  listShown(): Message[] {
    return [...this.rows]
      .filter(([, row]) => !row.deleted)
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);
  }
}

async function play(random: Random): Promise<void> {
  const members = { ana: await signUp(server.url, 'Ana'), ben: await signUp(server.url, 'Ben') };
  const devices = {
    ana: [new Device(members.ana, members.ben), new Device(members.ana, members.ben)],
    ben: [new Device(members.ben, members.ana), new Device(members.ben, members.ana)],
  };
  const log: LogEntry[] = [];
  const blockers = new Set<Person>();

  async function request(by: Person, method: string, path: string, body?: object, key?: string) {
    return call<Answer>(server.url, method, `/messages/${path}`, {
      token: members[by].token,
      ...(body && { body }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  }

  async function act(person: Person, kind: Kind): Promise<void> {
    const peer = members[otherThan(person)];
    const device = random.pick(devices[person]);
    const shown = device.listShown();
    const isOwnOnly = kind === 'edit' || kind === 'delete';
    const isOthersOnly = kind === 'see' || kind === 'deliver';
    const fitting = shown.filter(({ senderId }) => {
      const isOwn = senderId === members[person].id;
      return isOwn ? !isOthersOnly : !isOwnOnly;
    });
    if (kind !== 'send' && fitting.length === 0) return;
    const row = kind === 'send' ? undefined : random.pick(fitting);
    const id = row?._id ?? '';
    const key = randomUUID();
    const text = random.chance(0.2) ? 'the same words' : `words ${random.whole(0, 1e6)}`;
    const emoji = random.pick(['👍', '😀', null]);
    const operation = newOperation({
      kind,
      key: isOthersOnly ? '' : key,
      target: toNumber(row?._id),
      version: row?.version ?? 0,
      basis: row?.text ?? '',
      text,
      emoji,
    });
    const calls: Record<Kind, () => ReturnType<typeof request>> = {
      send: () => request(person, 'POST', `send/${peer.id}`, { text }, key),
      edit: () => request(person, 'PUT', `edit/${id}`, { text, version: row?.version ?? 0 }, key),
      react: () => request(person, 'PUT', `react/${id}`, { emoji }, key),
      delete: () => request(person, 'PUT', `delete/${id}`, {}, key),
      see: () => request(person, 'GET', `${peer.id}?limit=1&seenTo=${id}`),
      deliver: async () => {
        await server.store.markDelivered(members[person].id, peer.id, id);
        return { status: 200, headers: new Headers(), body: { success: true } };
      },
    };
    const { status, body } = await calls[kind]();
    if (random.chance(0.2)) {
      const repeated = await calls[kind]();
      expect([kind, repeated.status]).toEqual([kind, status]);
      expect(repeated.body.newMessage?._id).toBe(body.newMessage?._id);
    }
    const outcome = toOutcome(status);
    const sent = toNumber(body.newMessage?._id);
    log.push({ person, operation, id: sent === NO_MESSAGE ? operation.target : sent, outcome });
  }

  for (let step = 0; step < STEPS; step += 1) {
    const person = random.pick(['ana', 'ben'] as const);
    if (random.chance(0.05)) {
      const blocks = !blockers.has(person);
      const path = `${blocks ? 'block' : 'unblock'}/${members[otherThan(person)].id}`;
      await request(person, 'PUT', path);
      if (blocks) blockers.add(person);
      else blockers.delete(person);
      log.push({ person, blocks });
    } else if (random.chance(0.5)) await random.pick(devices[person]).catchUp();
    else await act(person, random.chance(0.3) ? 'send' : random.pick(KINDS));
  }

  const reference = Reference.of(log);
  for (const person of ['ana', 'ben'] as const) {
    const [self, peer] = [members[person], members[otherThan(person)]];
    const fresh = new Device(self, peer);
    const view = reference.viewOf(person);
    const meant = view.rows.map(({ id, text, reactions }) => ({
      id,
      text,
      reactions: Object.fromEntries(
        Object.entries(reactions).map(([who, emoji]) => [
          who === 'ana' ? members.ana.id : members.ben.id,
          emoji,
        ]),
      ),
    }));
    for (const device of [...devices[person], fresh]) {
      await device.catchUp();
      const known = device.listShown().map(({ _id, text, reactions = {} }) => ({
        id: toNumber(_id),
        text,
        reactions,
      }));
      expect(known).toEqual(meant);
    }
    const { body } = await call<{ messages: Message[] } & Known>(
      server.url,
      'GET',
      `/messages/${peer.id}?peek=true&limit=100`,
      self,
    );
    expect(body.messages.map(({ _id }) => toNumber(_id))).toEqual(meant.map(({ id }) => id));
    const { unseen, seen, delivered, newest } = body.summary;
    expect({
      unseen,
      newest: toNumber(newest),
      seen: toNumber(seen),
      delivered: toNumber(delivered),
    }).toEqual({
      unseen: view.unseen,
      newest: view.newest,
      seen: view.seen,
      // What was delivered during a block is told with what is seen after it.
      delivered: Math.max(view.seen, view.delivered),
    });
    const { users, unseen: counts } = await server.store.listUsers(self.id);
    const listed = users.find(({ _id }) => _id === peer.id);
    expect([toNumber(listed?.lastMessage?._id), counts[peer.id] ?? 0]).toEqual([
      view.newest,
      view.unseen,
    ]);
    const held = { [peer.id]: { cursor: body.cursor, version: body.summary.version } };
    const behind = await call(server.url, 'POST', '/messages/behind', {
      token: self.token,
      body: { conversations: held },
    });
    expect(behind.body).toMatchObject({ conversations: {} });
    expect(parseCursor(body.cursor)).toBeDefined();
  }
}

function toOutcome(status: number): Outcome {
  switch (status) {
    case 200:
      return 'done';
    case 404:
      return 'refused: gone';
    case 409:
      return 'refused: version';
    case 400:
    case 403:
      return 'refused: blocked';
    default:
      throw new Error(`unexpected status ${status}`);
  }
}

test.each(Array.from({ length: RUNS }, (_, run) => `${SEED}.${run}`))(
  'What the server tells is what was meant, schedule %s',
  (seed) => play(makeRandom(seed)),
);
