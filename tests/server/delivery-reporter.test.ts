/** Receipts of one client that the store refuses: what it takes in time is in `realtime.test.ts`. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDeliveryReporter } from '../../server/realtime/connection.ts';

test('A receipt that fails is told of, and those behind it are written all the same', async () => {
  const written: string[] = [];
  const errors: unknown[] = [];
  const error = new Error('the flux is not defined');
  const report = createDeliveryReporter({
    async markDelivered(_peerId, upTo) {
      written.push(upTo);
      if (written.length === 1) throw error;
    },
    handleError: (each) => errors.push(each),
  });
  for (const upTo of ['1', '3', '2']) report('ada', upTo);
  await setImmediate();
  expect({ written, errors }).toEqual({ written: ['1', '3'], errors: [error] });
});
