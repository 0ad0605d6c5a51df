/**
 * `npm run bench`: measures this server and client beside their rivals, prints the tables, and writes
 * them to RESULTS.md. Everything listens on the loopback address alone, lives in directories that are
 * removed again, and is stopped when the run ends, however it ends.
 * Exits with 1 when a message was lost or delivered twice.
 */
import { type Part, type Plan, readPlan } from './options.ts';
import { describeMachine, describeVersion } from './report/machine.ts';
import { writeSection } from './report/results-file.ts';
import { countLosses } from './report/server-figures.ts';
import { describeServer } from './report/server-report.ts';
import { measureServer } from './server/measure-server.ts';

/** A part is loaded only when it is measured: the code of none is part of measuring another. */
const PARTS: Record<
  Part,
  (plan: Plan) => Promise<{ title: string; text: string; isWrong?: boolean }>
> = {
  async server(plan) {
    const figures = await measureServer(plan);
    const isWrong = countLosses(figures) > 0;
    return { title: 'Server', text: describeServer(figures, plan), isWrong };
  },
  async client(plan) {
    const { measureClient } = await import('./client/measure-client.ts');
    const { describeClient } = await import('./report/client-report.ts');
    return { title: 'Client', text: describeClient(await measureClient(plan)) };
  },
  async cluster(plan) {
    const { measureCluster } = await import('./cluster/measure-cluster.ts');
    const { describeCluster } = await import('./report/cluster-report.ts');
    const figures = await measureCluster(plan);
    const phases = [...figures.values()].flat().flatMap(({ open, closed }) => [open, closed]);
    const isWrong = phases.some(({ lost, doubled }) => lost + doubled > 0);
    return { title: 'Several nodes', text: describeCluster(figures, plan), isWrong };
  },
  async attacks(plan) {
    const { measureAttacks } = await import('./attacks/measure-attacks.ts');
    const { describeAttacks } = await import('./report/attack-report.ts');
    return { title: 'Attacks', text: describeAttacks(await measureAttacks(plan), plan) };
  },
  async pushes(plan) {
    const { describePushes, measurePushes } = await import('./pushes/measure-pushes.ts');
    return { title: 'Pushes', text: describePushes(await measurePushes(plan)) };
  },
};

const given = process.argv.slice(2);
try {
  const plan = readPlan(given);
  const command = `\`npm run bench${given.length > 0 ? ` -- ${given.join(' ')}` : ''}\``;
  const place = `${command} on ${new Date().toISOString().slice(0, 10)}${describeVersion()}: ${describeMachine()}.`;
  for (const part of plan.parts) {
    const { title, text, isWrong } = await PARTS[part](plan);
    console.log(`${place}\n\n${text}`);
    if (!plan.isQuick) writeSection({ title, text: `${place}\n\n${text}` });
    if (isWrong) process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
