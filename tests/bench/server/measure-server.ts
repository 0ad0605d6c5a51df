/** The server's part of the benchmark. */
import type { Plan } from '../options.ts';
import { type AbuseRound, measureAbuse } from './abuse.ts';
import { type Connections, measureConnections } from './connections.ts';
import { type Deliveries, measureDeliveries } from './deliveries.ts';
import { type Growth, measureGrowth } from './growth.ts';
import { measureSlowDisk, type SlowDiskPoint } from './slow-disk.ts';
import { measureStorms, type Storms } from './storms.ts';

export interface ServerFigures {
  deliveries: Deliveries;
  storms: Storms;
  connections: Connections;
  growth: Growth;
  slowDisk: SlowDiskPoint[];
  abuse: AbuseRound[];
}

export async function measureServer(plan: Plan): Promise<ServerFigures> {
  return {
    deliveries: await measureDeliveries(plan),
    storms: await measureStorms(plan),
    connections: await measureConnections(plan),
    growth: await measureGrowth(plan),
    slowDisk: await measureSlowDisk(plan),
    abuse: await measureAbuse(plan),
  };
}
