/**
 * What a run leaves behind. Whatever tests start inherits `TEST_RUN` from the run, wherever its parent went, so that it
 * is found by that: on Linux, which tells the environment of a process.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Ends every process of this run but the caller's own, and says which. */
export function endLeftovers(run: string): string[] {
  const ended: string[] = [];
  for (const pid of listProcesses()) {
    if (pid === process.pid || !readProcFile(pid, 'environ').includes(`TEST_RUN=${run}\0`))
      continue;
    const command = readProcFile(pid, 'cmdline').replaceAll('\0', ' ').trim();
    // A process that has ended and is not yet collected has no command.
    if (command === '') continue;
    try {
      process.kill(pid, 'SIGKILL');
      ended.push(`${pid} ${command.slice(0, 150)}`);
    } catch {
      // It has just ended by itself.
    }
  }
  return ended;
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readProcFile(pid: number, name: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/${name}`, 'utf8')}\0`;
  } catch {
    return '';
  }
}
