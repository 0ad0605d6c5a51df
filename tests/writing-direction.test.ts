/** Layout is right in both writing directions: styles speak of start and end, not of left and right. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot, readSources } from './support/source-files.ts';

/** Properties that name a side, in a css object or as plain CSS. */
const SIDES =
  /\b(?:(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)(?:Width|Color|Style)?|borderTop(?:Left|Right)Radius|borderBottom(?:Left|Right)Radius)\b|(?:^|[\s{;'"])(?:left|right)\s*:\s*(?:['"]?[-\d]|'calc|'var|'auto|'50%)|(?:margin|padding|border)-(?:left|right)\b|text-?[aA]lign:\s*['"]?(?:left|right)\b|\bfloat:\s*['"]?(?:left|right)\b/;

/** Four values name the sides in turn; that is right only where both sides get the same. */
const FOUR = /\b(?:padding|margin|inset)['"]?:\s*['"]([^'"]+)['"]/;

function namesSide(line: string): boolean {
  if (SIDES.test(line)) return true;
  const values = FOUR.exec(line)?.[1]?.match(/(?:[^\s(]+(?:\([^)]*(?:\([^)]*\)[^)]*)*\))?)+/g);
  return values?.length === 4 && values[1] !== values[3];
}

test('No style names a side of the screen', () => {
  const written = globSync('src/**/*.{css,html}', { cwd: projectRoot });
  const files = [...readSources('src', 'routes').map(({ path }) => path), ...written];
  const found = files.flatMap((path) =>
    readFileSync(join(projectRoot, path), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && namesSide(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
