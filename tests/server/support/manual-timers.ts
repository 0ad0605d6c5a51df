/** Timers that run when the test says so. */
export function createManualTimers(time: { now: number }) {
  const waiting = new Set<{ at: number; act: () => void }>();
  return {
    timing: {
      now: () => time.now,
      after(ms: number, act: () => void) {
        const timer = { at: time.now + ms, act };
        waiting.add(timer);
        return () => waiting.delete(timer);
      },
    },
    runDue(): boolean {
      const due = [...waiting].filter(({ at }) => at <= time.now);
      for (const timer of due) {
        waiting.delete(timer);
        timer.act();
      }
      return due.length > 0;
    },
    forgetAll: () => waiting.clear(),
  };
}
