/** How many pictures are in memory in more than one form at a time. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPictureAllowance, createPictureIntake } from '../../server/domain/picture-intake.ts';
import { openPictureStore } from '../../server/store/pictures.ts';
import { makeDataUrl, makePng } from '../support/pictures.ts';

test('Two pictures are decoded and written at a time, and the next when one is done', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'duet-intake-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  /** Of those that are being written. */
  const gates: Array<() => void> = [];
  const intake = createPictureIntake({
    pictures: openPictureStore(folder, async (path) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return statfs(path);
    }),
    allowance: createPictureAllowance({
      store: {
        addPictureBytes: async () => ({ bytes: 0, leftMs: 0 }),
        readPictureDay: async () => ({ bytes: 0, leftMs: 0 }),
      },
      clock: Date.now,
      bytesPerDay: 0,
    }),
    limits: { bytes: 1_000_000, pixels: 1_000_000 },
    report: () => {},
  });
  const keep = (dataUrl: string) =>
    intake.keep(
      'a'.repeat(24),
      dataUrl,
      async () => 'kept',
      () => true,
    );
  const image = makeDataUrl(makePng(8, 8));
  const keeping = [keep(image), keep(image), keep(image)];
  const refused = expect(keep('data:image/png;base64,AAAA')).rejects.toThrow();
  await expect.poll(() => gates.length).toBe(2);
  gates[0]?.();
  await expect.poll(() => gates.length).toBe(3);
  for (const open of gates) open();
  expect(await Promise.all(keeping)).toEqual(['kept', 'kept', 'kept']);
  await refused;
});
