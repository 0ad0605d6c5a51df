// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { gatherTwo } from '../support/two-people/play.ts';
import { startSubject } from '../support/two-people/subject.ts';
import { takeSeed } from './seed.ts';

vi.mock('../../src/stores/session.ts', async (original: () => Promise<object>) =>
  (await import('../support/two-people/owner.ts')).mockSession(original),
);
vi.mock('../../src/stores/selection.ts', async (original: () => Promise<object>) =>
  (await import('../support/two-people/owner.ts')).mockSelection(original),
);

const RUNS = Number(process.env.TORTURE_ROUNDS ?? 10_000);
/** A few thousand messages: then two others begin anew. */
const EACH = 100;

const seed = takeSeed();
const PARTS = Array.from({ length: Math.ceil(RUNS / EACH) }, (_, part) => part);

describe.each(['SQLite', 'PostgreSQL'] as const)('With %s', (engine) => {
  describeWithEngines(engine === 'SQLite' ? [] : [engine], 'two people', () => {
    let postgres: PostgresDatabases | undefined;
    let subject: Awaited<ReturnType<typeof startSubject>>;
    beforeAll(async () => {
      vi.spyOn(document, 'hasFocus').mockReturnValue(true);
      if (engine === 'PostgreSQL') postgres = await startPostgres();
      subject = await startSubject(postgres && { DATABASE_URL: await postgres.createDatabase() });
      vi.stubEnv('PUBLIC_API_URL', subject.url);
    });
    afterAll(async () => {
      await subject?.dispose();
      await postgres?.dispose();
    });

    test.each(PARTS)(
      `see what the server has on every device, whatever happened, part %i of ${RUNS} schedules`,
      async (part) => {
        const two = await gatherTwo(subject);
        try {
          for (let run = 0; run < Math.min(EACH, RUNS - part * EACH); run += 1)
            await two.play(`${seed}.${part}.${run}`);
        } finally {
          two.close();
        }
      },
    );
  });
});
