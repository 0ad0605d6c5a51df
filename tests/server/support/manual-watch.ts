/** A watch whose time passes, and which looks, only when a test says so. */
import type { Watch } from '../../../server/memory/watch.ts';

export interface ManualWatch extends Watch {
  /** Lets so many ms pass, and looks. */
  pass(ms: number): void;
}

export function createManualWatch(): ManualWatch {
  const looks = new Set<() => void>();
  let time = 0;
  return {
    now: () => time,
    add(look) {
      looks.add(look);
      return () => void looks.delete(look);
    },
    close() {},
    pass(ms) {
      time += ms;
      for (const look of looks) look();
    },
  };
}
