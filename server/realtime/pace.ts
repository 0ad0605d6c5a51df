/**
 * Lets what comes in crowds begin one at a time, with a pause between two: after a restart thousands connect at once, and
 * messages would wait for all of them.
 */
const PAUSE_MS = 1;

/** `begin` is called at once when nothing has begun just now. */
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
