/**
 * The same work in houses that are each ten times as large as the one before: more messages in one
 * conversation, more people in the list; ours and the naive server's.
 */
import type { Plan } from '../options.ts';
import { duet, naive } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { type MessagesPoint, measureMessages } from './long-conversations.ts';
import { measurePeople, type PeoplePoint } from './many-people.ts';

export interface Growth {
  messages: Map<string, MessagesPoint[]>;
  people: Map<string, PeoplePoint[]>;
}

/** Whole conversations and lists of the naive server stay within what it can answer in seconds. */
const MAX_NAIVE = { messages: 100_000, people: 10_000 };

export async function measureGrowth(plan: Plan): Promise<Growth> {
  const growth: Growth = { messages: new Map(), people: new Map() };
  for (const rival of plan.isQuick ? [duet] : [duet, naive]) {
    const limit = rival === naive ? MAX_NAIVE : undefined;
    const messages: MessagesPoint[] = [];
    for (const count of plan.growth.messages) {
      if (count > (limit?.messages ?? count)) continue;
      logProgress(`${count} messages: ${rival.name}`);
      messages.push(await measureMessages(rival, count, plan));
    }
    growth.messages.set(rival.name, messages);
    const people: PeoplePoint[] = [];
    for (const count of plan.growth.people) {
      if (count > (limit?.people ?? count)) continue;
      logProgress(`${count} people: ${rival.name}`);
      people.push(await measurePeople(rival, count, plan));
    }
    growth.people.set(rival.name, people);
  }
  return growth;
}
