/**
 * What pushes cost a send: the same server under the same load, once with receivers whose browsers get pushes and once
 * without, round by round. The push service is on the loopback, and only accepts. No receiver says that a window shows the
 * conversation, so everybody is pushed as often as the server ever does.
 */
import { join } from 'node:path';
import { API_PREFIX, paths, TOKEN_HEADER } from '../../../src/protocol/http.ts';
import { accept, type PushService, startPushService } from '../../support/push-service.ts';
import type { Person } from '../load/orders.ts';
import type { Plan } from '../options.ts';
import { formatReading, formatTable } from '../report/markdown.ts';
import { computeCpu } from '../report/server-figures.ts';
import { duet, type Rival } from '../rivals.ts';
import { logProgress } from '../run-quietly.ts';
import { type DeliveryRound, measureRound } from '../server/deliveries.ts';
import { compare } from '../statistics.ts';

type Round = DeliveryRound & { pushes: number };

interface PushFigures {
  without: Round[];
  subscribed: Round[];
}

export async function measurePushes(plan: Plan): Promise<PushFigures> {
  const service = await startPushService();
  service.answerWith(accept);
  const figures: PushFigures = { without: [], subscribed: [] };
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const kinds = ['without', 'subscribed'] as const;
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        logProgress(`pushes, round ${round + 1} of ${plan.rounds}: ${kind}`);
        figures[kind].push(await measureKind(plan, service, kind === 'subscribed'));
      }
    }
  } finally {
    await service.close();
  }
  return figures;
}

async function measureKind(
  plan: Plan,
  service: PushService,
  isSubscribed: boolean,
): Promise<Round> {
  const rival: Rival = {
    ...duet,
    name: 'duet, pushes',
    script: join(import.meta.dirname, '../../support/push-node.ts'),
    describeEnvironment: (dataDir) => ({
      ...duet.describeEnvironment(dataDir),
      PUBLIC_URL: 'https://duet.example.org',
      PUSH_SERVICES: service.host,
    }),
  };
  const before = service.countCalls();
  const round = await measureRound(rival, plan, async (url, people) => {
    if (isSubscribed) for (const each of people) await subscribe(url, service, each);
  });
  return { ...round, pushes: service.countCalls() - before };
}

async function subscribe(url: string, service: PushService, { token }: Person): Promise<void> {
  const { endpoint, p256dh, auth } = service.subscribe();
  const response = await fetch(`${url}${API_PREFIX}${paths.pushDevice}`, {
    method: 'PUT',
    headers: { [TOKEN_HEADER]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh, auth, detail: 'everything', zone: 'UTC' }),
  });
  if (!response.ok) throw new Error(`A browser was refused: ${await response.text()}`);
}

export function describePushes({ without, subscribed }: PushFigures): string {
  const ratio = (read: (round: Round) => number) =>
    formatReading(compare(subscribed.map(read), without.map(read)));
  const pushes = subscribed.map((round) => round.pushes).join(', ');
  return [
    'Receivers whose browsers get pushes, against none, round by round. The goal is a cost of a send of at most 1.03.',
    formatTable('measured | with / without pushes', [
      ['CPU of a delivery, as fast as it goes', ratio(({ closed }) => computeCpu(closed))],
      ['deliveries/s, as fast as it goes', ratio(({ closed }) => closed.delivered)],
      ['CPU of a delivery, at the fixed rate', ratio(({ open }) => computeCpu(open))],
      ['p50, at the fixed rate', ratio(({ open }) => open.p50)],
      ['p99, at the fixed rate', ratio(({ open }) => open.p99)],
    ]),
    `Pushes in each round: ${pushes}.`,
  ].join('\n\n');
}
