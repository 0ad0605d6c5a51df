import { expect, test, vi } from 'vitest';
import { closeWhenStalled } from '../../server/memory/watch.ts';
import { createManualWatch } from './support/manual-watch.ts';

/** A client for whom bytes are written, and who takes them, as a test says. */
function makeOutlet() {
  const watch = createManualWatch();
  let [written, taken] = [0, 0];
  const close = vi.fn();
  const end = closeWhenStalled(watch, {
    countWritten: () => written,
    countWaiting: () => written - taken,
    close,
  });
  const write = (bytes: number) => (written += bytes);
  const take = (bytes: number) => (taken += bytes);
  return { watch, close, end, write, take };
}

test.each([0, 1])(
  'Who takes %i bytes a second of what has waited for half a minute is disconnected, and not before',
  (bytes) => {
    const { watch, close, write, take } = makeOutlet();
    write(100);
    for (let second = 0; second <= 30; second += 1) {
      expect(close).not.toHaveBeenCalled();
      take(bytes);
      write(bytes);
      watch.pass(1_000);
    }
    expect(close).toHaveBeenCalledOnce();
  },
);

test('Who takes everything in time stays, however much is always waiting', () => {
  const { watch, close, write, take, end } = makeOutlet();
  write(10);
  for (let minute = 0; minute < 10; minute += 1) {
    watch.pass(20_000);
    write(10);
    take(10);
  }
  take(10);
  watch.pass(600_000);
  watch.pass(600_000);
  // Who has gone is looked at no more.
  write(10);
  watch.pass(1);
  end();
  watch.pass(60_000);
  expect(close).not.toHaveBeenCalled();
});
