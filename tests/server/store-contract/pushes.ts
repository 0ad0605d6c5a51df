/**
 * Pushes in random orders of what happens around messages: sent, seen, shown in a window, muted, deleted; the server dies,
 * push services fail. The real store and pusher, on a clock that the test moves. `PUSH_SEED` plays others.
 * `npm run test:torture` plays more: `PUSH_RUNS`.
 */
import { expect, test } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import type { Deliver, PushOutcome } from '../../../server/push/deliver.ts';
import { createPusher, type Pusher } from '../../../server/push/pusher.ts';
import { makePushKeys } from '../../../server/push/web-push.ts';
import { makeRandom } from '../../../server/seed/random.ts';
import { createManualTimers } from '../support/manual-timers.ts';
import { addPerson, openAt, type Place } from './place.ts';

const SEED = process.env.PUSH_SEED ?? '1';
const RUNS = 120;
/** Played at a time, in one database. */
const ORDERS = 40;
const STEPS = 60;
const STEP_MS = 250;
/** Longer than any pause after a failure. */
const QUIET_MS = 30 * 60_000;

interface Order {
  ada: StoredUser;
  ben: StoredUser;
  isShown: boolean;
  isMuted: boolean;
  /** The message of the last push. */
  notifiedId?: string;
  messages: {
    id: string;
    sentAt: number;
    isSeen: boolean;
    isGone: boolean;
    mayBeSilent: boolean;
  }[];
}

export function describePushes(makePlace: () => Promise<Place>, runs = RUNS): void {
  test('no message that was seen or muted is pushed, and no other one is missed', async () => {
    for (let run = 0; run < runs / ORDERS; run += 1) {
      await play(await makePlace(), `${SEED}.${run}`);
    }
  });
}

async function play(place: Place, seed: string): Promise<void> {
  const random = makeRandom(seed);
  const { store: opened, time } = await openAt(place);
  let calls = 0;
  // The test waits for what is under way.
  const store: Store = new Proxy(opened, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...asked: unknown[]) => {
        // Whoever comes next does not wait for the lease of who was killed.
        const given = name === 'takePushLease' ? [asked[0], 0] : asked;
        const result: unknown = Reflect.apply(member, target, given);
        if (!(result instanceof Promise)) return result;
        calls += 1;
        return result.finally(() => {
          calls -= 1;
        });
      };
    },
  });
  const timers = createManualTimers(time);
  const byEndpoint = new Map<string, Order>();
  const orders = new Map<string, Order>();
  const accepted = new Set<string>();
  const wrong: string[] = [];
  const keys = await opened.keepPushKeys(makePushKeys());
  let isServiceDown = false;
  /** What the last pushed content was, since it is encrypted by then. */
  const deliver: Deliver = {
    isService: () => true,
    async post(endpoint): Promise<PushOutcome> {
      const order = byEndpoint.get(endpoint);
      if (!order) return { kind: 'failed', failure: 'gone' };
      if (isServiceDown) return { kind: 'later', failure: 'service' };
      const last = order.messages.findLast(({ isGone }) => !isGone);
      // A notification of a message that was deleted unseen is replaced.
      const isReplaced = order.messages.some(({ id, isGone }) => isGone && id === order.notifiedId);
      delete order.notifiedId;
      if (last) {
        if (!last.isSeen) order.notifiedId = last.id;
        else if (!isReplaced) wrong.push(`seen: ${last.id}`);
        if (order.isMuted) wrong.push(`muted: ${last.id}`);
        // One push tells of all before.
        for (const { id } of order.messages) accepted.add(id);
      }
      return { kind: 'accepted' };
    },
    close: () => undefined,
  };
  let starts = 0;
  const start = async (): Promise<Pusher> => {
    starts += 1;
    const pusher = createPusher({
      node: `node ${starts}`,
      store,
      deliver,
      keys,
      subject: 'https://duet.example.org',
      isShown: async (userId) => orders.get(userId)?.isShown ?? false,
      addressOf: (id) => id,
      clock: () => time.now,
      timing: timers.timing,
      report: (error) => wrong.push(String(error)),
      countOutcome: () => undefined,
    });
    await pusher.open();
    return pusher;
  };
  const settle = async () => {
    for (let idle = 0; idle < 3; ) {
      await new Promise((resolve) => setImmediate(resolve));
      idle = calls === 0 ? idle + 1 : 0;
    }
  };
  const pass = async (ms: number) => {
    time.now += ms;
    do await settle();
    while (timers.runDue());
  };

  for (let index = 0; index < ORDERS; index += 1) {
    const ada = await addPerson(opened, `Ada ${index}`);
    const ben = await addPerson(opened, `Ben ${index}`);
    const tokenHash = `session ${index}`;
    const endsAt = time.now + 10 * QUIET_MS;
    await opened.createSession({
      userId: ada._id,
      tokenHash,
      expiresAt: endsAt,
      endsAt,
      client: '',
    });
    const endpoint = `https://push.example.org/${index}`;
    const p256dh =
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    await opened.keepPushDevice({
      tokenHash,
      endpoint,
      p256dh,
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      detail: 'everything',
      zone: 'UTC',
    });
    const order: Order = { ada, ben, isShown: false, isMuted: false, messages: [] };
    byEndpoint.set(endpoint, order);
    orders.set(ada._id, order);
  }
  let pusher = await start();

  async function act({ ada, ben, ...rest }: Order, order: Order): Promise<void> {
    const lot = random.next();
    const unseen = rest.messages.filter(({ isSeen, isGone }) => !isSeen && !isGone);
    if (lot < 0.3) {
      const result = await store.appendMessage({
        senderId: ben._id,
        receiverId: ada._id,
        text: 'x',
      });
      if (result.kind !== 'stored') throw new Error(result.kind);
      const { _id: id, change: number } = result.message;
      const mayBeSilent = order.isShown || order.isMuted;
      order.messages.push({ id, sentAt: time.now, isSeen: false, isGone: false, mayBeSilent });
      pusher.addMessage({ receiverId: ada._id, senderId: ben._id, number });
    } else if (lot < 0.5 && unseen.length > 0) {
      const upTo = random.pick(unseen);
      await store.markSeen(ada._id, upTo.id);
      for (const each of order.messages) if (each.id <= upTo.id) each.isSeen = true;
    } else if (lot < 0.6) {
      order.isShown = !order.isShown;
    } else if (lot < 0.68) {
      order.isMuted = !order.isMuted;
      await store.setMute(ada._id, ben._id, order.isMuted ? null : undefined);
    } else if (lot < 0.74 && unseen.length > 0) {
      const gone = random.pick(unseen);
      await store.changeMessage({
        personId: ben._id,
        messageId: gone.id,
        change: { kind: 'delete' },
      });
      gone.isGone = true;
      pusher.addDeletion({ receiverId: ada._id, senderId: ben._id }, gone.id);
    }
    // From now on it may be decided against a push of what is not pushed yet.
    if (order.isShown || order.isMuted) for (const each of order.messages) each.mayBeSilent = true;
  }

  for (let step = 0; step < STEPS; step += 1) {
    for (const order of orders.values()) if (random.chance(0.3)) await act(order, order);
    if (random.chance(0.05)) isServiceDown = !isServiceDown;
    if (random.chance(0.05)) {
      // As if it had been killed: nothing of what it knew is left.
      timers.forgetAll();
      pusher.close();
      await settle();
      pusher = await start();
    }
    await pass(STEP_MS);
  }
  isServiceDown = false;
  for (let passed = 0; passed < QUIET_MS; passed += 60_000) await pass(60_000);
  pusher.close();
  await opened.close();

  expect(wrong, `seed ${seed}`).toEqual([]);
  const missed = [...orders.values()].flatMap(({ messages }) =>
    messages.filter(
      ({ id, isSeen, isGone, mayBeSilent }) =>
        !isSeen && !isGone && !mayBeSilent && !accepted.has(id),
    ),
  );
  expect(missed, `seed ${seed}`).toEqual([]);
}
