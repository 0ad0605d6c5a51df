/**
 * Copies that are taken while sixty people write, every tenth message a picture: what was answered before a copy began is
 * in the server that is started from it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { PROGRAMS } from '../support/engines.ts';
import { startPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/run-program.ts';
import { startServerProcess } from '../support/server-process.ts';
import { countMissing, gatherPeople } from './many-people.ts';

const ROUNDS = Number(process.env.TORTURE_ROUNDS ?? 3);
const CALM_MS = 5_000;
const NOTHING = { messages: 0, pictures: 0 };

async function startWriting(environment: Record<string, string>) {
  const server = await startServerProcess(environment);
  onTestFinished(server.dispose);
  const people = await gatherPeople(server.url, 10);
  onTestFinished(people.close);
  return { server, people };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'duet-copies-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy at work beside people who write: what was answered before, and what it does to their waits. */
async function copyMeanwhile(
  people: Awaited<ReturnType<typeof gatherPeople>>,
  copy: () => Promise<unknown>,
) {
  await sleep(CALM_MS);
  const before = people.listSent();
  const begun = performance.now();
  await copy();
  const ms = Math.round(performance.now() - begun);
  const waits = people
    .listSent()
    .slice(before.length)
    .map((each) => each.ms);
  return { before, ms, longestMs: Math.round(Math.max(0, ...waits)), sentMeanwhile: waits.length };
}

test(`${ROUNDS} backups of a data folder, each restored and served`, async () => {
  const { server, people } = await startWriting({});
  const folder = await makeFolder();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const target = join(folder, `backup-${round}`);
    const { before, ...figures } = await copyMeanwhile(people, async () => {
      expect(await runProgram('backup', [target], { DATA_DIR: server.dataDir })).toMatchObject({
        code: 0,
      });
    });
    const DATA_DIR = join(folder, `restored-${round}`);
    const { code, ms } = await runProgram('restore', [target], { DATA_DIR });
    expect(code).toBe(0);
    const restored = await startServerProcess({ DATA_DIR });
    const missing = await countMissing(restored.url, before);
    await restored.dispose();
    console.log(
      'backup',
      JSON.stringify({ answered: before.length, ...figures, restoreMs: Math.round(ms), missing }),
    );
    expect(missing).toEqual(NOTHING);
  }
  expect(await people.finish()).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0 });
});

describeWithEngines(['PostgreSQL'], 'With PostgreSQL', () => {
  test(`${ROUNDS} dumps, each restored and served`, async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.dispose);
    const run = promisify(execFile);
    const DATABASE_URL = await postgres.createDatabase();
    const { people } = await startWriting({ DATABASE_URL });
    const folder = await makeFolder();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const file = join(folder, `${round}.dump`);
      const { before, ...figures } = await copyMeanwhile(people, () =>
        run(PROGRAMS.pgDump ?? '', ['-Fc', '-f', file, DATABASE_URL]),
      );
      const url = await postgres.createDatabase();
      await run(PROGRAMS.pgRestore ?? '', ['--no-owner', '-d', url, file]);
      const restored = await startServerProcess({ DATABASE_URL: url });
      const missing = await countMissing(restored.url, before);
      await restored.dispose();
      console.log('pg_dump', JSON.stringify({ answered: before.length, ...figures, missing }));
      expect(missing).toEqual(NOTHING);
    }
    expect(await people.finish()).toMatchObject({ lost: 0, doubled: 0, outOfOrder: 0 });
  });
});
