/** What the process of a cluster is asked, and what it answers. */
import { z } from 'zod';
import { PERSON } from '../load/orders.ts';

export const CLUSTER_QUESTION = z.object({
  nodes: z.number(),
  hasRedis: z.boolean(),
  people: z.number(),
});
export const CLUSTER_ANSWER = z.object({ urls: z.array(z.string()), people: z.array(PERSON) });
