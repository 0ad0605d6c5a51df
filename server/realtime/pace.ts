/**
 * Starts waiting tasks one at a time, with a pause in between. After a restart thousands of clients connect at once,
 * and messages would have to wait for all of them.
 */
const PAUSE_MS = 1;

/** Calls `begin` at once if no other task has just begun. */
export function createPace(): (begin: () => void) => void {
  const waiting: Array<() => void> = [];
  let isPausing = false;

  function goOn(): void {
    const begin = waiting.shift();
    isPausing = begin !== undefined;
    if (!begin) return;
    setTimeout(goOn, PAUSE_MS);
    begin();
  }

  return (begin) => {
    waiting.push(begin);
    if (!isPausing) goOn();
  };
}
