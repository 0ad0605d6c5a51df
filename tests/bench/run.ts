/**
 * `npm run bench`: measures this server and client beside their rivals, prints the tables, and writes
 * them to RESULTS.md. Everything listens on the loopback address alone, lives in directories that are
 * removed again, and is stopped when the run ends, however it ends.
 * Exits with 1 when a message was lost or delivered twice.
 */
import { readPlan } from './options.ts';
import { describeMachine, describeVersion } from './report/machine.ts';
import { writeSection } from './report/results-file.ts';
import { countLosses } from './report/server-figures.ts';
import { describeServer } from './report/server-report.ts';
import { measureServer } from './server/measure-server.ts';

const given = process.argv.slice(2);
try {
  const plan = readPlan(given);
  const command = `\`npm run bench${given.length > 0 ? ` -- ${given.join(' ')}` : ''}\``;
  const place = `${command} on ${new Date().toISOString().slice(0, 10)}${describeVersion()}: ${describeMachine()}.`;

  if (plan.parts.has('server')) {
    const figures = await measureServer(plan);
    const text = `${place}\n\n${describeServer(figures, plan)}`;
    console.log(text);
    if (!plan.isQuick) writeSection({ title: 'Server', text });
    if (countLosses(figures) > 0) process.exitCode = 1;
  }
  if (plan.parts.has('client')) {
    // Loaded only now: a browser's code and the app's own are no part of measuring a server.
    const { measureClient } = await import('./client/measure-client.ts');
    const { describeClient } = await import('./report/client-report.ts');
    const text = `${place}\n\n${describeClient(await measureClient(plan))}`;
    console.log(text);
    if (!plan.isQuick) writeSection({ title: 'Client', text });
  }
  if (plan.parts.has('cluster')) {
    const { measureCluster } = await import('./cluster/measure-cluster.ts');
    const { describeCluster } = await import('./report/cluster-report.ts');
    const figures = await measureCluster(plan);
    const text = `${place}\n\n${describeCluster(figures, plan)}`;
    console.log(text);
    if (!plan.isQuick) writeSection({ title: 'Several nodes', text });
    const rounds = [...figures.values()].flat();
    const wrong = rounds.flatMap(({ open, closed }) => [open, closed]);
    if (wrong.some(({ lost, doubled }) => lost + doubled > 0)) process.exitCode = 1;
  }
  if (plan.parts.has('attacks')) {
    const { measureAttacks } = await import('./attacks/measure-attacks.ts');
    const { describeAttacks } = await import('./report/attack-report.ts');
    const text = `${place}\n\n${describeAttacks(await measureAttacks(plan), plan)}`;
    console.log(text);
    if (!plan.isQuick) writeSection({ title: 'Attacks', text });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
