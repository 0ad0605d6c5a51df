/**
 * What a process and its children used, read from Linux's /proc. Elsewhere every reading is NaN, and the
 * tables show a dash.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Usage } from './load/orders.ts';

/** User and system time of the tree in ms; the kernel counts in steps of 10 ms. */
export function readCpuMs(pid: number): number {
  let total = 0;
  for (const member of listTree(pid)) {
    const text = readOrEmpty(`/proc/${member}/stat`);
    // The name in parentheses may hold blanks; the fields after it do not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    total += (Number(fields[11]) + Number(fields[12])) * 10;
  }
  return total;
}

/** Memory of the tree in bytes; pages shared with other processes count in part (PSS). */
export function readMemory(pid: number): number {
  let total = 0;
  for (const member of listTree(pid)) {
    const match = /^Pss:\s+(\d+) kB/m.exec(readOrEmpty(`/proc/${member}/smaps_rollup`));
    total += Number(match?.[1]) * 1024;
  }
  return total;
}

/** Time of all cores in ms that was used since the machine started, also by other machines of the same host. */
function readMachineBusyMs(): number {
  const [, user, nice, system, , , irq, softIrq, stolen] = readOrEmpty('/proc/stat').split(
    /\s+/,
    9,
  );
  const used = [user, nice, system, irq, softIrq, stolen];
  return used.reduce((total, ticks) => total + Number(ticks) * 10, 0);
}

function listTree(pid: number): number[] {
  const members = [pid];
  for (const thread of listOrEmpty(`/proc/${pid}/task`)) {
    const children = readOrEmpty(`/proc/${pid}/task/${thread}/children`).trim();
    for (const child of children === '' ? [] : children.split(' ')) {
      members.push(...listTree(Number(child)));
    }
  }
  return members;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listOrEmpty(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Charges what happens until the call of what it returns. */
export function startMeter(serverPid: number): () => Usage {
  const before = read(serverPid);
  return () => {
    const after = read(serverPid);
    const serverCpuMs = after.server - before.server;
    const generatorCpuMs = after.generator - before.generator;
    const wallMs = after.wall - before.wall;
    const othersMs = after.machine - before.machine - serverCpuMs - generatorCpuMs;
    return { serverCpuMs, generatorCpuMs, wallMs, othersCores: Math.max(0, othersMs) / wallMs };
  };
}

function read(serverPid: number) {
  const { user, system } = process.cpuUsage();
  return {
    server: readCpuMs(serverPid),
    generator: (user + system) / 1_000,
    machine: readMachineBusyMs(),
    wall: performance.now(),
  };
}
