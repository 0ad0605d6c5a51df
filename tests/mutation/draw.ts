/** Draws mutants by a seed, as many from each part of the code. */
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { projectRoot } from '../support/source-files.ts';
import { findMutations } from './mutations.ts';

const PARTS = ['src/conversation', 'src/outbox', 'src/realtime', 'server/domain', 'server/store'];

export interface Mutant {
  /** Starts at 1. */
  id: number;
  file: string;
  /** Starts at 1. */
  line: number;
  kind: string;
  before: string;
  after: string;
  /** Where `before` begins in the line, from 0. */
  column: number;
  /** The whole line: by it the place is found again when lines above it have changed. */
  text: string;
}

/** In turn from each part, so that every second or third of the list is a fair sample, too. */
export function drawMutants(seed: number, count: number): Mutant[] {
  const random = xoroshiro128plus(seed);
  const sources = parse(PARTS.flatMap((part) => globSync(`${part}/**/*.ts`, { cwd: projectRoot })));
  const byPart = PARTS.map((part) => {
    const left = sources.filter(({ file }) => file.startsWith(part)).flatMap(listMutants);
    const drawn = new Map<string, Omit<Mutant, 'id'>>();
    while (drawn.size < count / PARTS.length) {
      const [one] = left.splice(uniformInt(random, 0, left.length - 1), 1);
      // One in a line: two would hardly differ.
      if (one) drawn.set(`${one.file}:${one.line}`, one);
    }
    return [...drawn.values()];
  });
  const turns = Array.from({ length: count }, (_, turn) =>
    byPart.flatMap((part) => part[turn] ?? []),
  );
  return turns.flat().map((one, index) => ({ id: index + 1, ...one }));
}

interface Source {
  file: string;
  source: SourceFile;
}

function listMutants({ file, source }: Source): Omit<Mutant, 'id'>[] {
  const lines = source.text.split('\n');
  return findMutations(source).map(({ kind, start, end, after }) => {
    const above = source.text.slice(0, start).split('\n');
    const text = lines[above.length - 1] ?? '';
    const before = source.text.slice(start, end);
    return {
      file,
      line: above.length,
      kind,
      before,
      after,
      column: above.at(-1)?.length ?? 0,
      text,
    };
  });
}

/** The compiler parses files of a project: this one has nothing else. */
function parse(files: readonly string[]): Source[] {
  const config = join(projectRoot, 'tsconfig.mutants.json');
  const compilerOptions = { noLib: true, noResolve: true, types: [], noEmit: true };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: files.toSorted() }));
  const api = new API({ cwd: projectRoot });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    return files.toSorted().map((file) => {
      const source = project?.program.getSourceFile(join(projectRoot, file));
      if (!source) throw new Error(`${file} cannot be parsed.`);
      return { file, source };
    });
  } finally {
    api.close();
    rmSync(config);
  }
}
