/**
 * People in pairs who write to each other through whatever happens, as an app does: each message with a key, again until
 * it is answered, and a window that reads what it missed when it connects and when it is asked to catch up. Others only
 * come and go. In the end, what was answered is held against what is stored and what each window has.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { v7 as uuidv7 } from 'uuid';
import type { Message } from '../../src/protocol/entities.ts';
import { IDEMPOTENCY_HEADER } from '../../src/protocol/http.ts';
import { callApi, type Member, makePerson, readField, register } from './backends.ts';
import { makeDataUrl, makePngOf } from './pictures.ts';

const RETRY_MS = 200;
/** A try that has no answer by then is broken off, and made again. */
const PATIENCE_MS = 60_000;
const PAGE = 50;
const PICTURE_BYTES = 67_000;
/** Nodes look at what they may have missed within 15 seconds. */
const SETTLE_MS = 25_000;
/** How long all of it has to stay right to be taken as right. */
const RIGHT_FOR_MS = 3_000;
const NEVER_MS = 45_000;

export interface Outcome {
  acknowledged: number;
  /** Answered with a 4xx, and not tried again. */
  refused: number;
  lost: number;
  doubled: number;
  /** Stored before one that was answered before they were begun. */
  outOfOrder: number;
  notInWindow: number;
  /** Told twice, or behind a later one. */
  heardWrongly: number;
  longestMs: number;
}

export interface Sent {
  from: Writer;
  message: Message;
  begunAt: number;
  answeredAt: number;
  tries: number;
  /** From its first try to its answer. */
  ms: number;
}

export type ManyPeople = Awaited<ReturnType<typeof gatherPeople>>;
type Writer = ReturnType<typeof openWindow>;

interface Crowd {
  pairs?: number;
  /** They only come and go: half of them are there at a time. */
  onlookerCount?: number;
  /** Messages that each writer has under way at a time, and how often they are sent: 80 a second in all. */
  lanes?: number;
  everyMs?: number;
  /** Each of so many messages of a person is a picture; 0 for none. */
  pictureEvery?: number;
}

export async function gatherPeople(
  url: string,
  { pairs = 30, onlookerCount = 6, lanes = 1, everyMs = 750, pictureEvery = 0 }: Crowd = {},
) {
  const members: Member[] = [];
  while (members.length < 2 * pairs + onlookerCount) {
    members.push(await register({ url }, makePerson(`Person ${members.length}`)));
  }
  const writers = members.slice(0, 2 * pairs).map((member, index, all) => {
    const peer = all[index % 2 === 0 ? index + 1 : index - 1];
    return openWindow(url, member, peer ?? member);
  });
  const onlookers = members.slice(2 * pairs).map((member) => connect(url, member));
  const present = new Set(onlookers.slice(onlookerCount / 2));
  for (const onlooker of onlookers) if (!present.has(onlooker)) onlooker.socket.disconnect();

  const sent: Sent[] = [];
  let refused = 0;
  let isOver = false;
  let isClosed = false;

  async function trySend({ member, peer }: Writer, key: string, content: object) {
    const answer = await fetch(`${url}/api/v1/messages/send/${peer.id}`, {
      method: 'POST',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        token: member.token,
        [IDEMPOTENCY_HEADER]: key,
      },
      body: JSON.stringify(content),
    }).catch(() => undefined);
    if (!answer || answer.status >= 500) return undefined;
    const body: { newMessage?: Message } | undefined = await answer.json().catch(() => undefined);
    return body && (body.newMessage ?? ('refused' as const));
  }

  async function write(from: Writer): Promise<void> {
    await sleep(Math.random() * everyMs);
    for (let number = 1; !isOver; number += 1) {
      const key = uuidv7();
      const isPicture = pictureEvery > 0 && number % pictureEvery === 0;
      const content = isPicture ? { image: makeDataUrl(makePngOf(PICTURE_BYTES)) } : { text: key };
      const begunAt = performance.now();
      let tries = 1;
      let message = await trySend(from, key, content);
      for (; !message; tries += 1) {
        if (isClosed) return;
        await sleep(RETRY_MS);
        message = await trySend(from, key, content);
      }
      const answeredAt = performance.now();
      const ms = answeredAt - begunAt;
      if (message === 'refused') refused += 1;
      else sent.push({ from, message, begunAt, answeredAt, tries, ms });
      await sleep(Math.max(0, everyMs - ms));
    }
  }
  const laned = writers.flatMap((writer) => Array.from({ length: lanes }, () => writer));
  const writing = Promise.all(laned.map(write));

  function isRight(): boolean {
    const online = new Set([...writers, ...present].map(({ member }) => member.id));
    return writers.every(({ member, seen }) =>
      members.every(({ id }) => id === member.id || seen.has(id) === online.has(id)),
    );
  }

  function listMissing(): Sent[] {
    const windows = new Map(writers.map((writer) => [writer.member.id, writer.window]));
    return sent.filter(({ from, message }) => !windows.get(from.peer.id)?.has(message._id));
  }

  return {
    /** What was answered so far. */
    listSent: () => [...sent],

    /** Of those who only look on, whoever is there leaves, and whoever is not comes. */
    changeOnlookers(): void {
      for (const onlooker of onlookers) {
        if (present.delete(onlooker)) onlooker.socket.disconnect();
        else {
          present.add(onlooker);
          onlooker.socket.connect();
        }
      }
    },

    /** Resolves, when everybody sees everybody rightly, with how long that took in ms; undefined for never. */
    async watchPresence(): Promise<number | undefined> {
      const begun = performance.now();
      let rightAt = begun;
      while (performance.now() - rightAt < RIGHT_FOR_MS) {
        await sleep(50);
        if (!isRight()) rightAt = performance.now();
        if (rightAt - begun > NEVER_MS) return undefined;
      }
      return rightAt - begun;
    },

    async finish(): Promise<Outcome> {
      isOver = true;
      await writing;
      const end = performance.now() + SETTLE_MS;
      while (listMissing().length > 0 && performance.now() < end) await sleep(100);
      const missing = listMissing();
      const outcome = { lost: 0, doubled: 0, outOfOrder: 0 };
      for (const { answered, stored } of await readStored(url, sent)) {
        const byId = new Map(answered.map((each) => [each.message._id, each]));
        const found = stored.flatMap(({ _id }) => byId.get(_id) ?? []);
        outcome.lost += answered.length - new Set(found).size;
        // Each that was begun is answered by now.
        outcome.doubled += stored.length - new Set(found).size;
        let earliestBehind = Number.POSITIVE_INFINITY;
        for (const { begunAt, answeredAt } of found.toReversed()) {
          if (begunAt > earliestBehind) outcome.outOfOrder += 1;
          earliestBehind = Math.min(earliestBehind, answeredAt);
        }
      }
      const wrongly = writers.map(({ heard }) =>
        heard.filter((id, at) => id <= (heard[at - 1] ?? '')),
      );
      return {
        acknowledged: sent.length,
        refused,
        ...outcome,
        notInWindow: missing.length,
        heardWrongly: wrongly.flat().length,
        longestMs: Math.max(0, ...sent.map(({ ms }) => ms)),
      };
    },

    close(): void {
      isOver = true;
      isClosed = true;
      for (const { socket } of [...writers, ...onlookers]) socket.disconnect();
    },
  };
}

/** For each writer, what was answered in their conversation, and what the server holds of it. */
async function readStored(url: string, sent: readonly Sent[]) {
  const byWriter = Map.groupBy(sent, ({ from }) => from);
  return Promise.all(
    [...byWriter.keys()].map(async ({ member, peer }) => {
      const path = `/messages/${peer.id}?peek=true`;
      const stored = readMessages(await callApi({ url }, 'GET', path, { token: member.token }));
      const answered = sent.filter(({ from }) => from.member === member || from.peer === member);
      return { answered, stored };
    }),
  );
}

/** What the server at this address lacks of what was answered: messages, and pictures that cannot be fetched. */
export async function countMissing(url: string, sent: readonly Sent[]) {
  const missing = { messages: 0, pictures: 0 };
  for (const { answered, stored } of await readStored(url, sent)) {
    const byId = new Map(stored.map((message) => [message._id, message]));
    for (const { _id, text, image } of answered.map(({ message }) => message)) {
      const found = byId.get(_id);
      if (!found || found.text !== text || found.image !== image) missing.messages += 1;
      if (!image) continue;
      const answer = await fetch(new URL(image, url));
      if ((await answer.arrayBuffer()).byteLength < PICTURE_BYTES / 2) missing.pictures += 1;
    }
  }
  return missing;
}

function connect(url: string, member: Member): { member: Member; socket: Socket } {
  const socket = io(url, {
    query: { userId: member.id },
    auth: { token: member.token, wants: ['presence'] },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 2_500,
  });
  // As the app does: Socket.IO comes back by itself from what was lost, and not from what was refused or ended.
  const comeBack = () => void (socket.active || setTimeout(() => socket.connect(), RETRY_MS));
  socket.on('connect_error', comeBack);
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && comeBack());
  socket.on('move', async ({ withinMs }: { withinMs: number }) => {
    await sleep(Math.random() * withinMs);
    if (socket.active) socket.disconnect().connect();
  });
  return { member, socket };
}

/** What this person sees: who is online, and the conversation with one other. */
function openWindow(url: string, member: Member, peer: Member) {
  const { socket } = connect(url, member);
  const seen = new Set<string>();
  const window = new Map<string, Message>();
  const heard: string[] = [];

  const readPage = async (before: string) =>
    readMessages(
      await callApi(
        { url },
        'GET',
        `/messages/${peer.id}?peek=true&limit=${PAGE}${before}`,
        member,
      ),
    );

  /** From the newest back to one that was there before `since`. */
  async function catchUp(since = new Date().toISOString()): Promise<void> {
    const known = new Set(window.keys());
    for (let before = ''; ; ) {
      const page = await readPage(before).catch(() => undefined);
      if (!page) {
        await sleep(RETRY_MS);
        continue;
      }
      for (const message of page) window.set(message._id, message);
      const oldest = page[0];
      if (page.length < PAGE || !oldest) return;
      if (known.has(oldest._id) && oldest.createdAt < since) return;
      before = `&before=${oldest._id}`;
    }
  }

  socket.on('connect', () => catchUp());
  socket.on('catchUp', async ({ withinMs = 0, since }: { withinMs?: number; since?: string }) => {
    await sleep(Math.random() * withinMs);
    await catchUp(since);
  });
  socket.on('newMessage', (message: Message) => {
    if (message.senderId !== peer.id) return;
    window.set(message._id, message);
    heard.push(message._id);
  });
  socket.on('getOnlineUsers', (ids: string[]) => {
    seen.clear();
    for (const id of ids) seen.add(id);
  });
  socket.on('presence', (news: Array<{ userId: string; online: boolean }>) => {
    for (const { userId, online } of news) seen[online ? 'add' : 'delete'](userId);
  });
  return { member, peer, socket, seen, window, heard };
}

function readMessages(answer: unknown): Message[] {
  const messages = readField(answer, 'messages');
  if (!Array.isArray(messages)) throw new Error('No conversation was answered.');
  return messages;
}
