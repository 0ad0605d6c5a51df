/**
 * Rounds of killing the real server under load. After each, every acknowledged message is there; in the end exactly once,
 * for both people alike, in an order that contradicts no acknowledgement, and told once in that order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { countMissing, gatherPeople } from './many-people.ts';
import type { ServerProcess } from './server-process.ts';

export async function playKillRounds(
  server: Pick<ServerProcess, 'url' | 'kill' | 'start'>,
  { rounds, perRound }: { rounds: number; perRound: number },
): Promise<{ acknowledged: number; retried: number }> {
  const crowd = { pairs: 1, onlookerCount: 0, lanes: 3, everyMs: 0 };
  const people = await gatherPeople(server.url, crowd);
  try {
    for (let round = 0; round < rounds; round += 1) {
      // A little further in each round, so that the kill meets every moment of a commit.
      const goal = people.listSent().length + perRound + (round % 7);
      while (people.listSent().length < goal) await sleep(2);
      await server.kill();
      const untilThen = people.listSent();
      await server.start();
      expect(await countMissing(server.url, untilThen)).toEqual({ messages: 0, pictures: 0 });
    }
    const { acknowledged, longestMs: _, ...outcome } = await people.finish();
    const nothing = { refused: 0, lost: 0, doubled: 0, outOfOrder: 0, notInWindow: 0 };
    expect(outcome).toEqual({ ...nothing, heardWrongly: 0 });
    // Those that a kill fell upon.
    const retried = people.listSent().filter(({ tries }) => tries > 1).length;
    expect(retried).toBeGreaterThan(0);
    return { acknowledged, retried };
  } finally {
    people.close();
  }
}
