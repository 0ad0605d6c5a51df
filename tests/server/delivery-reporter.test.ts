/** Receipts of one client on their way to the store, which takes its time or fails. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeliveryReporter } from '../../server/realtime/connection.ts';

/** Each write waits for `finish`. */
function open() {
  const written: string[] = [];
  const errors: unknown[] = [];
  const underWay: PromiseWithResolvers<void>[] = [];
  const report = createDeliveryReporter({
    markDelivered(peerId, upTo) {
      written.push(`${peerId} ${upTo}`);
      const write = Promise.withResolvers<void>();
      underWay.push(write);
      return write.promise;
    },
    handleError: (error) => errors.push(error),
  });
  async function finish(error?: Error): Promise<void> {
    for (const { resolve, reject } of underWay.splice(0)) error ? reject(error) : resolve();
    await setImmediate();
  }
  return { report, finish, written, errors };
}

test('While one is written the furthest of those that follow waits, and no other', async () => {
  const { report, finish, written } = open();
  for (const upTo of ['1', '3', '2']) report('ada', upTo);
  expect(written).toEqual(['ada 1']);
  await finish();
  for (const upTo of ['4', '6', '5']) report('ada', upTo);
  expect(written).toEqual(['ada 1', 'ada 3']);
  await finish();
  expect(written).toEqual(['ada 1', 'ada 3', 'ada 6']);
  await finish();
  report('ada', '7');
  expect(written.at(-1)).toBe('ada 7');
});

test('One that fails is told of, and those behind it are written all the same', async () => {
  const { report, finish, written, errors } = open();
  report('ada', '1');
  report('ada', '2');
  const error = new Error('the flux is not defined');
  await finish(error);
  expect(errors).toEqual([error]);
  expect(written).toEqual(['ada 1', 'ada 2']);
});

test('A client has receipts of two hundred conversations under way at most, and goes on behind them', async () => {
  const { report, finish, written } = open();
  for (let number = 0; number < 1_000; number += 1) report(`peer ${number}`, '1');
  expect(written).toHaveLength(200);
  await finish();
  report('peer 999', '1');
  expect(written).toHaveLength(201);
});
