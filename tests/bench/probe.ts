/**
 * Preloaded into each measured server (`node --import`): collects garbage when the benchmark asks over the IPC channel,
 * and ends the server when the benchmark is gone.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.('collected');
  });
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
}
