import { expect, test } from 'vitest';
import { createRecent } from '../../server/realtime/notifier.ts';

test('What was noted last is remembered, and what was noted before that is not', () => {
  const recent = createRecent<number>(100);
  for (let number = 0; number < 1_000; number += 1) {
    recent.note(number);
    for (const last of [number, number - 50, number - 99]) expect(recent.has(last)).toBe(last >= 0);
    expect(recent.has(number - 100)).toBe(false);
  }
});
