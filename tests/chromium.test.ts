/** What the browser of the tests needs beside its own file. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFontConfig } from './support/chromium.ts';

describe('The fonts of the packaged browser', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'duet-chromium-'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  test('are found after its folder was moved, as with node_modules that come out of a cache', () => {
    mkdirSync(join(place, 'before/fonts'), { recursive: true });
    writeFontConfig(join(place, 'before'));
    cpSync(join(place, 'before'), join(place, 'after'), { recursive: true });
    rmSync(join(place, 'before'), { recursive: true });

    const config = readFileSync(writeFontConfig(join(place, 'after')), 'utf8');

    const folder = config.match(/<dir>(.*)<\/dir>/)?.[1] ?? '';
    expect(existsSync(folder), folder).toBe(true);
  });
});
