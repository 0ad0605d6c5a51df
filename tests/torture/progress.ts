/** Before each file: a long test tells once a minute that it goes on. */
import { setInterval } from 'node:timers';
import { expect } from 'vitest';

let minutes = 0;
setInterval(() => {
  minutes += 1;
  console.log(`${minutes} min: ${expect.getState().currentTestName}`);
}, 60_000).unref();
