/** Pairs of connected people, and how one of them sends to the other. */
import { v7 as uuidv7 } from 'uuid';
import {
  API_PREFIX,
  IDEMPOTENCY_HEADER,
  paths,
  pathTo,
  TOKEN_HEADER,
} from '../../../src/protocol/http.ts';
import { type ChatSocket, connectSocket, isEvent } from './chat-socket.ts';
import { HttpPool } from './http-pool.ts';
import type { Person, Target } from './orders.ts';

const CONNECT_AT_ONCE = 25;
/** After so many messages of all pairs the other half of them sends. */
const TURN = 64;

export interface Meeting {
  target: Target;
  people: Person[];
  pairs: number;
  /** Connections beyond those of the pairs. */
  idle: ChatSocket[];
  /** Called with the number of each message that arrives. */
  handleReceipt: (number: number) => void;
  /**
   * Sends message `number` of a pair, both ways in turn. `handleAck` tells whether the server
   * accepted it; a relay says nothing, and counts as accepting at once.
   */
  send(pair: number, number: number, bytes: number, handleAck: (accepted: boolean) => void): void;
  close(): void;
}

export async function meet(target: Target, people: Person[]): Promise<Meeting> {
  const pools = new Map<string, HttpPool>();
  for (const url of listNodes(target)) pools.set(url, new HttpPool(url));
  const sockets: ChatSocket[] = [];
  const meeting: Meeting = {
    target,
    people,
    pairs: people.length / 2,
    idle: [],
    handleReceipt: () => undefined,
    send: (pair, number, bytes, handleAck) => {
      const side = Math.floor(number / TURN) % 2;
      const from = 2 * pair + side;
      const to = 2 * pair + 1 - side;
      const text = writeText(number, bytes);
      if (target.kind === 'relay') {
        sockets[from]?.emit('send', `{"to":"${people[to]?.id}","text":"${text}"}`);
        handleAck(true);
      } else {
        const url = placeOf(target, from);
        const request = describeSend({ ...target, url }, people[from], people[to], text);
        pools.get(url)?.send(request, (status) => handleAck(status >= 200 && status < 300));
      }
    },
    close: () => {
      for (const socket of [...sockets, ...meeting.idle]) socket.close();
      for (const pool of pools.values()) pool.close();
    },
  };
  const handleEvent = (frame: Buffer) => {
    if (isEvent(frame, 'newMessage')) meeting.handleReceipt(readNumber(frame));
  };
  await connectAll(target, people, handleEvent, sockets);
  return meeting;
}

/** Adds to `sockets` one connection for each of the people, in their order. */
export async function connectAll(
  target: Target,
  people: Person[],
  handleEvent: (frame: Buffer) => void,
  sockets: ChatSocket[],
): Promise<void> {
  for (let first = 0; first < people.length; first += CONNECT_AT_ONCE) {
    const group = people.slice(first, first + CONNECT_AT_ONCE);
    sockets.push(
      ...(await Promise.all(
        group.map((person, index) => {
          const url = placeOf(target, first + index);
          return connectSocket({ ...target, url }, person, handleEvent);
        }),
      )),
    );
  }
}

function listNodes({ url, otherUrls = [] }: Target): string[] {
  return [url, ...otherUrls];
}

/** The node of a person: pairs take the nodes in turn, together or one further. */
function placeOf(target: Target, person: number): string {
  const nodes = listNodes(target);
  const pair = Math.floor(person / 2);
  const step = target.isApart ? person % 2 : 0;
  return nodes[(pair + step) % nodes.length] ?? target.url;
}

function describeSend(
  target: Target,
  from: Person | undefined,
  to: Person | undefined,
  text: string,
): string {
  const key = target.sendsKeys ? `${IDEMPOTENCY_HEADER}: ${uuidv7()}\r\n` : '';
  const body = `{"text":"${text}"}`;
  return (
    `POST ${API_PREFIX}${pathTo(paths.send, to?.id ?? '')} HTTP/1.1\r\nhost: ${new URL(target.url).host}\r\n` +
    `${TOKEN_HEADER}: ${from?.token}\r\n${key}content-type: application/json\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  );
}

/**
 * The number of a message, written into its text (`#000000000042#xxx…`), so that the receiver finds it
 * in the raw frame without parsing JSON. No id or field name holds a `#`.
 */
const HASH = 35;
const ZERO = 48;
const DIGITS = 12;

/** ASCII of exactly `bytes` characters, at least 14. */
function writeText(number: number, bytes: number): string {
  return `#${String(number).padStart(DIGITS, '0')}#`.padEnd(bytes, 'x');
}

/** The number in a frame, or -1. */
function readNumber(frame: Buffer): number {
  const start = frame.indexOf(HASH);
  if (start < 0 || frame[start + DIGITS + 1] !== HASH) return -1;
  let number = 0;
  for (let at = start + 1; at <= start + DIGITS; at += 1) {
    number = number * 10 + (frame[at] ?? ZERO) - ZERO;
  }
  return number;
}
