/** The real client in front of the real server: two people with two devices each. `TWO_PEOPLE_SEED` plays others. */
import { afterAll, beforeAll, test, vi } from 'vitest';
import { gatherTwo } from '../support/two-people/play.ts';
import { startSubject } from '../support/two-people/subject.ts';
import { setLookedAt } from './support/window.ts';

vi.mock('../../src/stores/session.ts', async (original: () => Promise<object>) =>
  (await import('../support/two-people/owner.ts')).mockSession(original),
);
vi.mock('../../src/stores/selection.ts', async (original: () => Promise<object>) =>
  (await import('../support/two-people/owner.ts')).mockSelection(original),
);

const SEED = process.env.TWO_PEOPLE_SEED ?? '1';
const HAPPENINGS = ['nothing', 'crash', 'restore', 'nothing', 'crash'] as const;

let subject: Awaited<ReturnType<typeof startSubject>>;
let two: Awaited<ReturnType<typeof gatherTwo>>;
beforeAll(async () => {
  setLookedAt(true);
  subject = await startSubject();
  vi.stubEnv('PUBLIC_API_URL', subject.url);
  two = await gatherTwo(subject);
});
afterAll(async () => {
  two?.close();
  await subject?.dispose();
});

test.each(HAPPENINGS.map((happening, run) => [`${SEED}.${run}`, happening] as const))(
  'Every device shows what the server has, whatever happened, schedule %s with %s',
  (seed, happening) => two.play(seed, happening),
);
