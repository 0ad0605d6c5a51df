/** Charges what happens between `startMeter` and the call of what it returns. */
import { readCpuMs, readMachineBusyMs } from '../process-usage.ts';
import type { Usage } from './orders.ts';

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
