/**
 * Rounds of killing the real server under load, and what must hold after each: every acknowledged message
 * is there exactly once, for both people alike, in an order that contradicts no acknowledgement.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import {
  API_PREFIX,
  IDEMPOTENCY_HEADER,
  paths,
  pathTo,
  type SendResponse,
} from '../../src/protocol/http.ts';
import { callApi, type Member, makePerson, readField, register } from './backends.ts';
import type { ServerProcess } from './server-process.ts';

const LANES_EACH_WAY = 3;

interface KillReport {
  acknowledged: number;
  /** Messages that needed more than one try: those that a kill fell upon. */
  retried: number;
}

export async function playKillRounds(
  server: Pick<ServerProcess, 'url' | 'kill' | 'start'>,
  options: {
    rounds: number;
    perRound: number;
    /** Events of one node come in the order of the commits; those of several may overtake one another. */
    isOrderHeard: boolean;
  },
): Promise<KillReport> {
  const { rounds, perRound, isOrderHeard } = options;
  const ada = await register(server, makePerson('Ada'));
  const ben = await register(server, makePerson('Ben'));
  const heard = new Map<Member, string[]>([
    [ada, []],
    [ben, []],
  ]);
  const sockets = [...heard].map(([member, ids]) => listenForever(server.url, member, ids));
  const pairs = Array.from({ length: LANES_EACH_WAY }, () => [
    [ada, ben] as const,
    [ben, ada] as const,
  ]).flat();
  const lanes = startLoadLanes(server.url, pairs);

  try {
    for (let round = 0; round < rounds; round += 1) {
      // A little further in each round, so that the kill meets every moment of a commit.
      await lanes.waitForMore(perRound + (round % 7));
      await server.kill();
      const untilThen = [...lanes.acknowledged];
      await server.start();
      expectAllThere(untilThen, await readWhole(server, ada, ben));
    }
    await lanes.finish();
    const messages = await readWhole(server, ada, ben);
    expectAllThere(lanes.acknowledged, messages);
    expect(messages).toHaveLength(lanes.acknowledged.length);
    expectOrderOfAcknowledgements(lanes.acknowledged, messages);
    expect((await readWhole(server, ben, ada)).map(({ _id }) => _id)).toEqual(
      messages.map(({ _id }) => _id),
    );
    for (const ids of heard.values()) {
      expect(new Set(ids).size, 'each heard once').toBe(ids.length);
      if (isOrderHeard) expect(ids).toEqual(ids.toSorted());
    }
    return {
      acknowledged: lanes.acknowledged.length,
      retried: lanes.acknowledged.filter(({ tries }) => tries > 1).length,
    };
  } finally {
    for (const socket of sockets) socket.close();
    await server.start();
    await lanes.finish();
  }
}

/** Keeps the ids of all that the live connection told, through every restart. */
function listenForever(url: string, member: Member, ids: string[]): Socket {
  const socket = io(url, {
    query: { userId: member.id },
    auth: { token: member.token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelayMax: 100,
  });
  socket.on('newMessage', (message: Message) => ids.push(message._id));
  return socket;
}

async function readWhole(
  server: Pick<ServerProcess, 'url'>,
  reader: Member,
  peer: Member,
): Promise<Message[]> {
  const path = `/messages/${peer.id}?peek=true`;
  const answer = await callApi(server, 'GET', path, { token: reader.token });
  const messages = readField(answer, 'messages');
  if (!Array.isArray(messages)) throw new Error('No conversation was answered.');
  return messages;
}

function expectAllThere(acknowledged: readonly Acknowledged[], messages: Message[]): void {
  const stored = new Map(messages.map((message) => [message._id, message]));
  expect(stored.size, 'each message once').toBe(messages.length);
  expect(new Set(messages.map(({ text }) => text)).size, 'each text once').toBe(messages.length);
  const lost = acknowledged.filter(({ message, text }) => stored.get(message._id)?.text !== text);
  expect(lost, 'acknowledged, but not there').toEqual([]);
}

/** Whoever was answered before another message was begun stands before it. */
function expectOrderOfAcknowledgements(
  acknowledged: readonly Acknowledged[],
  messages: Message[],
): void {
  const byId = new Map(acknowledged.map((entry) => [entry.message._id, entry]));
  let earliestAnswerBehind = Number.POSITIVE_INFINITY;
  for (const { _id, text } of messages.toReversed()) {
    const entry = byId.get(_id);
    expect(entry, `${text} was never acknowledged`).toBeDefined();
    expect(
      entry?.begunAt ?? 0,
      `${text} stands before a message that was there before it was begun`,
    ).toBeLessThan(earliestAnswerBehind);
    earliestAnswerBehind = Math.min(earliestAnswerBehind, entry?.acknowledgedAt ?? 0);
  }
}

/** What was acknowledged, and when, is the ledger against which a server is judged. */
interface Acknowledged {
  message: Message;
  text: string;
  /** When its first try began and when its answer came, as ticks of one clock. */
  begunAt: number;
  acknowledgedAt: number;
  tries: number;
}

interface LoadLanes {
  acknowledged: readonly Acknowledged[];
  /** Resolves when so many more messages are acknowledged. */
  waitForMore(count: number): Promise<void>;
  /** No new messages; resolves when all that were begun are acknowledged. */
  finish(): Promise<void>;
}

/** Between two tries of one message, in ms: what a killed server needs to come back is much longer. */
const RETRY_MS = 20;

/**
 * People who go on sending whatever happens: each lane sends one message after the other with an idempotency key, and
 * repeats one with its key until it is acknowledged.
 */
function startLoadLanes(
  url: string,
  pairs: ReadonlyArray<readonly [from: Member, to: Member]>,
): LoadLanes {
  const acknowledged: Acknowledged[] = [];
  let isFinishing = false;
  let ticks = 0;
  const waiting = new Set<() => void>();
  const lanes = pairs.map(([from, to], lane) => run(lane, from, to));
  const failed = Promise.all(lanes).then(() => undefined);
  failed.catch(() => undefined);

  async function run(lane: number, from: Member, to: Member): Promise<void> {
    for (let number = 0; !isFinishing; number += 1) {
      const text = `lane ${lane} message ${number}`;
      const key = uuidv7();
      const begunAt = ++ticks;
      for (let tries = 1; ; tries += 1) {
        const message = await trySend(url, from, to, text, key);
        if (!message) {
          await sleep(RETRY_MS);
          continue;
        }
        const acknowledgedAt = ++ticks;
        acknowledged.push({ message, text, begunAt, acknowledgedAt, tries });
        break;
      }
      for (const look of waiting) look();
    }
  }

  return {
    acknowledged,
    waitForMore(count) {
      const goal = acknowledged.length + count;
      const reached = new Promise<void>((resolve) => {
        const look = () => {
          if (acknowledged.length < goal) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
      return Promise.race([reached, failed]);
    },
    finish() {
      isFinishing = true;
      return failed;
    },
  };
}

/** The stored message; undefined when there was no answer. A refusal is nothing that a retry may get. */
async function trySend(
  url: string,
  from: Member,
  to: Member,
  text: string,
  key: string,
): Promise<Message | undefined> {
  let answer: SendResponse;
  try {
    const response = await fetch(`${url}${API_PREFIX}${pathTo(paths.send, to.id)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        token: from.token,
        [IDEMPOTENCY_HEADER]: key,
      },
      body: JSON.stringify({ text }),
    });
    if (response.status >= 500) return undefined;
    answer = await response.json();
  } catch {
    return undefined;
  }
  if (!answer.success) throw new Error(`"${text}" was refused: ${answer.message}`);
  return answer.newMessage;
}
