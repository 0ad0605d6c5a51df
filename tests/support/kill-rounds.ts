/**
 * Rounds of killing the real server under load, and what must hold after each: every acknowledged message
 * is there exactly once, for both people alike, in an order that contradicts no acknowledgement.
 */
import { io, type Socket } from 'socket.io-client';
import { expect } from 'vitest';
import type { Message } from '../../src/protocol/entities.ts';
import { callApi, type Member, makePerson, readField, register } from './backends.ts';
import { type Acknowledged, startLoadLanes } from './load-lanes.ts';
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
