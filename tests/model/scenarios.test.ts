/**
 * One short schedule for each rule: it ends well with the rule, and wrongly without it.
 * Those that random schedules find by themselves are in `feed.test.ts`.
 */
import { expect, test } from 'vitest';
import type { World } from './network.ts';
import { ALL_RULES, type Rule, type Rules, without } from './rules.ts';
import { beginWorld, checkEverything } from './schedules.ts';

const SCENARIOS: Partial<Record<Rule, (world: World) => void>> = {
  'a hidden message moves only its sender’s number'(world) {
    world.server.setBlock('ana', true);
    world.client('ben1').act('send', 2);
    world.drain();
    const { ana, ben } = world.server.store.sides;
    expect([ana.number, ben.number]).toEqual([5, 6]);
  },
  'a refused or empty change takes no number'(world) {
    world.server.setBlock('ana', true);
    world.client('ana1').act('send', 2);
    world.drain();
    expect(world.server.store.sides.ben.number).toBe(5);
  },
  'an event of another epoch only causes a fetch'(world) {
    world.client('ana1').act('send', 2);
    world.deliver(0);
    const late = takeEvents(world, 'ben1');
    world.drain();
    world.restore(false);
    world.askToCatchUp();
    world.rest();
    world.isInDoubt = false;
    world.packets.push(...late);
  },
  'the greatest turn of a summary wins'(world) {
    world.client('ana1').act('send', 2);
    world.drain();
    world.client('ben1').act('see', 0);
    world.deliver(0);
    const late = takeEvents(world, 'ben2');
    world.drain();
    world.client('ana1').act('send', 2);
    world.drain();
    world.packets.push(...late);
  },
  'a doubt during a fetch is kept'(world) {
    loseSend(world, 'ana1', 'ben1');
    world.deliver(0);
    const answer = world.packets.splice(0);
    loseSend(world, 'ana2', 'ben1');
    world.drain();
    world.packets.push(...answer);
    world.drain();
  },
  'an answer never passes a cursor that was moved back'(world) {
    const reader = world.client('ben1');
    reader.dropTail();
    world.client('ana1').act('edit', 0);
    world.drain();
    loseSend(world, 'ana1', 'ben1');
    world.deliver(0);
    reader.openOneStored(0);
  },
  'a page clears the pairs that it does not know of'(world) {
    const reader = world.client('ana2');
    world.client('ana1').act('send', 2);
    world.deliver(0);
    const late = takeEvents(world, 'ana2');
    world.drain();
    world.client('ana1').act('send', 2);
    world.drain();
    reader.dropTail();
    reader.openOneStored(0);
    world.packets.push(...late);
  },
  'the key of a send is found in its row for ever'(world) {
    const writer = world.client('ben1');
    writer.act('send', 2);
    world.deliver(0, 'crash before answer');
    writer.goOffline();
    for (let n = 0; n < 3; n += 1) world.client('ana1').act('send', 2);
    world.drain();
    writer.reload(1);
    world.forgetKeys();
  },
  'a refusal is remembered'(world) {
    world.server.setBlock('ana', true);
    world.client('ana1').act('send', 2);
    world.deliver(0, 'double');
    world.deliver(0);
    world.server.setBlock('ana', false);
  },
  'a repeated edit answers the version that it made'(world) {
    world.client('ana1').act('edit', 1);
    world.deliver(0, 'crash before answer');
    world.client('ana1').act('edit', 1);
    world.askToCatchUp();
    world.drain();
    world.client('ana2').act('edit', 1);
    world.drain();
  },
};

test.each(Object.entries(SCENARIOS))('%s: what needs it', (rule, happen) => {
  playOut(happen, ALL_RULES);
  expect(() => playOut(happen, without(rule))).toThrow();
});

function playOut(happen: (world: World) => void, keeps: Rules): void {
  const world = beginWorld(keeps);
  happen(world);
  checkEverything(world);
}

/** One device sends; another does not hear of it, and finds out afterwards that it is behind. */
function loseSend(world: World, from: string, to: string): void {
  world.client(from).act('send', 2);
  world.deliver(world.packets.length - 1);
  takeEvents(world, to);
  const others = world.packets;
  world.packets = [];
  world.askToCatchUp();
  world.packets = takeEvents(world, to);
  // The event, the question whether the device is behind, and its answer.
  for (let n = 0; n < 3; n += 1) world.deliver(0);
  world.packets.push(...others);
}

function takeEvents(world: World, name: string) {
  const isFor = (packet: World['packets'][number]) =>
    'event' in packet && packet.client.name === name;
  const taken = world.packets.filter(isFor);
  world.packets = world.packets.filter((packet) => !isFor(packet));
  return taken;
}
