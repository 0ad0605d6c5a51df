/**
 * Preloaded into each measured server (`node --import`), so that its main thread can be asked over the
 * IPC channel. It does nothing until asked, and ends the server when the benchmark is gone.
 * Asked `collect`, it collects garbage; `watch` starts the clock of the event loop's delay; `read`
 * answers that delay in ms.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  // The histogram holds the time between two ticks, which includes the wait that was asked for.
  const toMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  process.on('message', (question) => {
    if (question === 'collect') globalThis.gc?.();
    if (question === 'watch') {
      delay.reset();
      delay.enable();
    }
    const answer = { p50: toMs(delay.percentile(50)), p99: toMs(delay.percentile(99)) };
    if (question === 'read') delay.disable();
    process.send?.(answer);
  });
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
}
