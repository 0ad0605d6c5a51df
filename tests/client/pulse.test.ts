/** A connection that is dead without having been closed. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPulse } from '../../src/realtime/pulse.ts';
import { setLookedAt } from './support/window.ts';

let asked: (() => void)[] = [];
let deaths = 0;
let canAsk = true;
let pulse: ReturnType<typeof createPulse>;

beforeEach(() => {
  vi.useFakeTimers();
  setLookedAt(true);
  asked = [];
  deaths = 0;
  canAsk = true;
  pulse = createPulse({
    ask: (handleAnswer) => {
      if (canAsk) asked.push(handleAnswer);
      return canAsk;
    },
    handleDeath: () => {
      deaths += 1;
    },
  });
});
afterEach(() => {
  pulse.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('While the person looks at the chat', () => {
  test('silence that a question does not end is a dead connection within seven seconds', () => {
    pulse.recordHeard();
    vi.advanceTimersByTime(7_000);
    expect([asked.length, deaths]).toEqual([1, 1]);
  });

  test('an answer, or anything else that is heard, shows that it lives; nothing is asked while much is heard', () => {
    for (let second = 0; second < 60; second += 1) {
      pulse.recordHeard();
      vi.advanceTimersByTime(1_000);
    }
    expect(asked).toEqual([]);
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1_000);
      if (second % 3 === 0) pulse.recordHeard();
      else asked.at(-1)?.();
    }
    expect(deaths).toBe(0);
  });

  test('nothing is told of a connection that was lost, or a server that cannot be asked', () => {
    pulse.recordHeard();
    vi.advanceTimersByTime(3_000);
    pulse.stop();
    canAsk = false;
    pulse.recordHeard();
    vi.advanceTimersByTime(60_000);
    expect([asked.length, deaths]).toEqual([1, 0]);
  });
});

describe('A window that nobody looks at', () => {
  test('asks nothing, and asks at once when somebody turns to it', () => {
    pulse.recordHeard();
    setLookedAt(false);
    pulse.recordHeard();
    vi.advanceTimersByTime(60_000);
    expect([asked.length, deaths]).toEqual([0, 0]);
    setLookedAt(true);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(4_500);
    expect(deaths).toBe(1);
  });
});
