/** What comes together is handled together, and nothing waits that need not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFrameBatches } from '../../src/realtime/frame-batches.ts';

let handled: number[][];
let batches: ReturnType<typeof createFrameBatches<number>>;

beforeEach(() => {
  vi.useFakeTimers();
  handled = [];
  batches = createFrameBatches<number>((batch) => handled.push([...batch]));
});
afterEach(() => {
  batches.close();
  vi.useRealTimers();
});

const addAll = (...items: number[]) => items.forEach(batches.add);

test('What the server tells is handled at once, and together and in order with all else that comes within a frame', () => {
  addAll(1, 2, 3);
  expect(handled).toEqual([[1]]);
  vi.advanceTimersToNextFrame();
  addAll(4, 5);
  vi.advanceTimersToNextFrame();
  expect(handled).toEqual([[1], [2, 3], [4, 5]]);
});

test('What the server tells waits for nothing in a hidden window, whose frames and timers may stand still for a minute', () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  addAll(1, 2, 3);
  expect(handled).toEqual([[1], [2], [3]]);
  visibility.mockRestore();
});

test('What the server tells is handled before what has to come after it, and not at all once nobody listens', () => {
  addAll(1, 2);
  batches.flush();
  expect(handled).toEqual([[1], [2]]);
  addAll(3);
  batches.close();
  vi.runAllTimers();
  expect(handled).toEqual([[1], [2]]);
});
