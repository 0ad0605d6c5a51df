// @vitest-environment happy-dom
/** As `tests/client/two-people.test.ts`, with PostgreSQL. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import { describeWithEngines } from '../support/describe-with-engines.ts';
import { type PostgresDatabases, startPostgres } from '../support/postgres.ts';
import { gatherTwo } from '../support/two-people/play.ts';
import { startSubject } from '../support/two-people/subject.ts';

vi.mock('../../src/stores/session.ts', async (original: () => Promise<object>) =>
  (await import('../support/two-people/owner.ts')).mockSession(original),
);
vi.mock('../../src/stores/selection.ts', async (original: () => Promise<object>) =>
  (await import('../support/two-people/owner.ts')).mockSelection(original),
);

describeWithEngines(['PostgreSQL'], 'On PostgreSQL', () => {
  let postgres: PostgresDatabases;
  let subject: Awaited<ReturnType<typeof startSubject>>;
  let two: Awaited<ReturnType<typeof gatherTwo>>;
  beforeAll(async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    postgres = await startPostgres();
    subject = await startSubject({ DATABASE_URL: await postgres.createDatabase() });
    vi.stubEnv('PUBLIC_API_URL', subject.url);
    two = await gatherTwo(subject);
  });
  afterAll(async () => {
    two?.close();
    for (const part of [subject, postgres]) await part?.dispose();
  });

  test.each([
    ['1.0', 'nothing'],
    ['1.1', 'crash'],
  ] as const)(
    'every device shows what the server has, whatever happened, schedule %s with %s',
    (seed, happening) => two.play(seed, happening),
  );
});
