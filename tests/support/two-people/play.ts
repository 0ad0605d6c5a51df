/**
 * Two people with two devices each do random things on a bad network, then the weather clears: every device shows what
 * the server has for its person, and nothing is there twice.
 */
import { expect } from 'vitest';
import { makeRandom, type Random } from '../../../server/seed/random.ts';
import { quoteOf } from '../../../src/conversation/patches/changed-message.ts';
import { forwardMessage, operate } from '../../../src/outbox/operate.ts';
import type { Message } from '../../../src/protocol/entities.ts';
import { PAGE_SIZE } from '../../../src/protocol/limits.ts';
import { callApi, type Member, makePerson, readField, register } from '../backends.ts';
import { eventually } from '../eventually.ts';
import { createDevice, type Device } from './device.ts';
import { spoilCalls, type Weather } from './owner.ts';

/** What the test may do to the server itself. */
export interface Subject {
  url: string;
  /** As a power cut, and starts it again. */
  crash(): Promise<void>;
  /** Back to an earlier state; absent: cannot be done here. */
  restore?(): Promise<void>;
}

type Disaster = 'nothing' | 'crash' | 'restore';

const STEPS = 30;

const ACTS = {
  send: 6,
  edit: 3,
  react: 3,
  reply: 2,
  forward: 1,
  remove: 2,
  block: 1,
  offline: 2,
  cut: 1,
  reload: 1,
  wait: 4,
} as const;
type Act = keyof typeof ACTS;
const BAG = Object.entries(ACTS).flatMap(([act, count]) => Array<Act>(count).fill(act as Act));

/** The same two people in every schedule: their conversation grows. */
export async function gatherTwo(subject: Subject) {
  const stopSpoiling = spoilCalls();
  const people = [
    await register(subject, makePerson('Ana')),
    await register(subject, makePerson('Ben')),
  ] as const;
  const [ana, ben] = people;
  const weather: Weather = {
    lostAnswers: 0,
    cutCalls: 0,
    doubled: 0,
    late: 0,
    chance: () => false,
  };
  const devices = [ana, ana, ben, ben].map((me) =>
    createDevice(subject.url, me, me === ana ? ben : ana, weather),
  );
  for (const device of devices) await device.start();
  let count = 0;

  /** With what happens to the server halfway; by chance if it is not said. */
  async function play(seed: string, disaster?: Disaster): Promise<void> {
    const random = makeRandom(seed);
    Object.assign(weather, { lostAnswers: 0.15, cutCalls: 0.1, doubled: 0.2, late: 0.2 });
    weather.chance = random.chance;
    const happening =
      disaster ?? random.pick(['nothing', 'nothing', 'nothing', 'crash', 'restore']);
    for (let step = 0; step < STEPS; step += 1) {
      if (step === STEPS / 2) {
        if (happening === 'crash') await subject.crash();
        if (happening === 'restore') await subject.restore?.();
      }
      await act(random, random.pick(devices), random.pick(BAG));
    }
    await calm();
  }

  async function act(random: Random, device: Device, kind: Act): Promise<void> {
    const { me, peer } = device;
    count += 1;
    const words = random.chance(0.2) ? 'the same words' : `words ${count}`;
    const rows = device
      .listRows()
      .filter(({ deleted }) => !deleted)
      .slice(-20);
    const own = rows.filter(({ senderId }) => senderId === me.id);
    const row = rows.length > 0 ? random.pick(rows) : undefined;
    const mine = own.length > 0 ? random.pick(own) : undefined;
    const queryClient = device.getQueryClient();
    const isBlocking = random.chance(0.5);
    switch (kind) {
      case 'wait':
        return new Promise((resolve) => setTimeout(resolve, random.whole(0, 40)));
      case 'offline':
        return device.setOffline(!device.isOffline());
      case 'cut':
        return device.cut();
      case 'reload':
        return device.reload();
      case 'block': {
        const path = `/messages/${isBlocking ? 'block' : 'unblock'}/${peer.id}`;
        await callApi(subject, 'PUT', path, { token: me.token });
        return;
      }
    }
    device.run(() => {
      const outbox = device.getOutbox();
      if (kind === 'send') outbox.send(peer.id, { text: words });
      if (kind === 'reply' && row) outbox.send(peer.id, { text: words }, { replyTo: quoteOf(row) });
      if (kind === 'forward' && row?.text !== undefined) {
        forwardMessage(queryClient, peer.id, row._id);
      }
      if (kind === 'react' && row) {
        const emoji = random.pick(['👍', '😀', null]);
        operate(queryClient, peer.id, { kind: 'react', messageId: row._id, emoji });
      }
      if (kind === 'edit' && mine) {
        const { _id: messageId, version = 0 } = mine;
        operate(queryClient, peer.id, { kind: 'edit', messageId, text: words, version });
      }
      // Without the time in which it can be taken back.
      if (kind === 'remove' && mine) {
        outbox.add({
          key: crypto.randomUUID(),
          senderId: me.id,
          peerId: peer.id,
          createdAt: new Date().toISOString(),
          operation: { kind: 'delete', messageId: mine._id },
        });
      }
    });
  }

  /** The weather clears: everything ends, and every device shows what the server has. */
  async function calm(): Promise<void> {
    Object.assign(weather, { lostAnswers: 0, cutCalls: 0, doubled: 0, late: 0 });
    for (const [me, peer] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      await callApi(subject, 'PUT', `/messages/unblock/${peer.id}`, { token: me.token });
    }
    for (const device of devices) if (device.isOffline()) device.setOffline(false);
    await eventually(async () => {
      expect(devices.map((device) => device.settle())).toEqual(devices.map(() => true));
      for (const [me, peer] of [
        [ana, ben],
        [ben, ana],
      ] as const) {
        const meant = (await readRows(me, peer)).map(describe);
        const keys = meant.flatMap(({ key }) => key ?? []);
        expect(new Set(keys).size).toBe(keys.length);
        for (const device of devices) {
          if (device.me !== me) continue;
          const shown = device.listRows().slice(-PAGE_SIZE).map(describe);
          expect(shown.length).toBeGreaterThanOrEqual(Math.min(meant.length, PAGE_SIZE / 2));
          expect(shown).toEqual(meant.slice(-shown.length));
        }
      }
    });
  }

  async function readRows(me: Member, peer: Member): Promise<Message[]> {
    const path = `/messages/${peer.id}?peek=true&limit=200&deleted=true`;
    const messages = readField(
      await callApi(subject, 'GET', path, { token: me.token }),
      'messages',
    );
    return Array.isArray(messages) ? messages : [];
  }

  return {
    play,
    close(): void {
      for (const device of devices) device.close();
      stopSpoiling();
    },
  };
}

function describe({
  _id,
  key,
  text,
  deleted,
  change,
  reactions = {},
  replyTo,
  forwarded,
}: Message) {
  if (deleted) return { _id, key, change, deleted };
  const quote = replyTo && { _id: replyTo._id, text: replyTo.text, deleted: replyTo.deleted };
  return { _id, key, change, text, reactions, quote, forwarded };
}
