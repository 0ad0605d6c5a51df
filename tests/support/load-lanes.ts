/**
 * People who go on sending whatever happens: each lane sends one message after the other with an
 * idempotency key, and repeats one with its key until it is acknowledged. What was acknowledged, and when,
 * is the ledger against which a server is judged.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Message } from '../../src/protocol/entities.ts';
import {
  API_PREFIX,
  IDEMPOTENCY_HEADER,
  paths,
  pathTo,
  type SendResponse,
} from '../../src/protocol/http.ts';
import type { Member } from './backends.ts';

export interface Acknowledged {
  message: Message;
  text: string;
  senderId: string;
  lane: number;
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

export function startLoadLanes(
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
        const senderId = from.id;
        acknowledged.push({ message, text, senderId, lane, begunAt, acknowledgedAt, tries });
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
