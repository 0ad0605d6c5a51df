/** The table of proofs in tests/README.md is true: every test that it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Row {
  sentence: string;
  proofs: { file: string; name: string }[];
}

const rows = readRows(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8'));

function readRows(text: string): Row[] {
  const [, table = ''] = text.split('## What proves the specification');
  return table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| sentence'))
    .map((line) => {
      const [sentence = '', cell = ''] = line.slice(2, -2).split(' | ');
      return { sentence, proofs: readProofs(cell) };
    });
}

/** `file`: *name*; *name*<br>`file`: … */
function readProofs(cell: string): Row['proofs'] {
  return cell.split('<br>').flatMap((entry) => {
    const file = /`([^`]+)`: /.exec(entry)?.[1] ?? '';
    return [...entry.matchAll(/\*([^*]+)\*/g)].map(([, name = '']) => ({ file, name }));
  });
}

/** The names of a file's tests stand there as literals, also those of `test.each`. */
function hasTest(file: string, name: string): boolean {
  const path = join(import.meta.dirname, file);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, 'utf8');
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((literal) => text.includes(literal));
}

describe('The table of proofs', () => {
  test('has a proof for each sentence', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  });

  test('names only tests that are there', () => {
    const missing = rows.flatMap(({ proofs }) =>
      proofs
        .filter(({ file, name }) => !hasTest(file, name))
        .map(({ file, name }) => `${file}: ${name}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe('The table of security', () => {
  test('names only files that are there', () => {
    const text = readFileSync(join(import.meta.dirname, '../docs/security.md'), 'utf8');
    const named = [...text.matchAll(/`((?:server|src|client|end-to-end|tests)\/[\w./-]+)`/g)];
    const paths = [...new Set(named.map(([, path = '']) => path))];
    expect(paths.length).toBeGreaterThan(40);
    const isThere = (path: string) =>
      existsSync(join(import.meta.dirname, '..', path)) ||
      existsSync(join(import.meta.dirname, path));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});
