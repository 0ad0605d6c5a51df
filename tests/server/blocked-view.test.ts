import { expect, test } from 'vitest';
import { listenBehindBlock, play } from '../support/blocked-view.ts';

test('Whoever is blocked notices what they would if the other had left, and nothing else', async () => {
  const [blocked, left] = await Promise.all([play('blocked'), play('left')]);
  expect(blocked).toEqual(left);
});

test('Whoever has blocked somebody is told nothing of what that person does then', async () => {
  const { before, after, events } = await listenBehindBlock();
  expect(after).toEqual(before);
  expect(events).toEqual([]);
});
