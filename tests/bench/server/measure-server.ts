/** The server's part of the benchmark. */
import type { Plan } from '../options.ts';
import { type Connections, measureConnections } from './connections.ts';
import { type Deliveries, measureDeliveries } from './deliveries.ts';
import { measureStorms, type Storms } from './storms.ts';

export interface ServerFigures {
  deliveries: Deliveries;
  storms: Storms;
  connections: Connections;
}

export async function measureServer(plan: Plan): Promise<ServerFigures> {
  return {
    deliveries: await measureDeliveries(plan),
    storms: await measureStorms(plan),
    connections: await measureConnections(plan),
  };
}
