/** What is read off the server's figures, each as one list of rounds. */
import type { Delivery } from '../load/orders.ts';
import { duet, duetAgain, duetOwnClient } from '../rivals.ts';
import type { ServerFigures } from '../server/measure-server.ts';
import { compare, type Reading } from '../statistics.ts';

type RivalFigures = ReturnType<typeof readRival>;

export function readRival({ deliveries }: ServerFigures, name: string) {
  const rounds = deliveries.get(name) ?? [];
  const phases = rounds.flatMap(({ open, closed }) => [open, closed]);
  const sum = (pick: (phase: Delivery) => number) =>
    phases.reduce((total, phase) => total + pick(phase), 0);
  return {
    perSecond: rounds.map(({ closed }) => (closed.delivered / closed.usage.wallMs) * 1_000),
    /** Of the server, in ms for 10,000 deliveries at saturation. */
    cpu: rounds.map(({ closed }) => computeCpu(closed)),
    closedP50: rounds.map(({ closed }) => closed.p50),
    closedP99: rounds.map(({ closed }) => closed.p99),
    openCpu: rounds.map(({ open }) => computeCpu(open)),
    openP50: rounds.map(({ open }) => open.p50),
    openP99: rounds.map(({ open }) => open.p99),
    /** Deliveries for each message sent at the fixed rate. */
    held: rounds.map(({ open }) => open.held),
    lateP99: rounds.map(({ open }) => open.lateP99),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    refused: sum(({ refused }) => refused),
    /** Most that other programs took, in cores. */
    others: Math.max(...phases.map(({ usage }) => usage.othersCores)),
  };
}

/** Messages that our server lost or delivered twice, whatever was measured meanwhile. */
export function countLosses(figures: ServerFigures): number {
  const { deliveries, connections } = figures;
  const phases = [duet, duetOwnClient, duetAgain].flatMap(({ name }) => [
    ...(deliveries.get(name) ?? []).flatMap(({ open, closed }) => [open, closed]),
    ...(connections.get(name) ?? []).flatMap((round) => [...round.deliveries.values()]),
  ]);
  return phases.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0);
}

/** Server CPU in ms for 10,000 deliveries. */
export function computeCpu({ usage, delivered }: Delivery): number {
  return (usage.serverCpuMs / delivered) * 10_000;
}

/** A server that falls behind the fixed rate is measured by the length of its queue, not by its speed. */
const HELD_FROM = 0.95;

/** Latency at the fixed rate, where both kept up with it. */
export function compareLatency(rival: RivalFigures, base: RivalFigures): Reading {
  const kept = (figures: RivalFigures) =>
    figures.openP99.map((p99, round) =>
      (figures.held[round] ?? 0) >= HELD_FROM ? p99 : Number.NaN,
    );
  return compare(kept(rival), kept(base));
}
