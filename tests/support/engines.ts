/**
 * The engines of a deployment of several nodes, PostgreSQL and Redis, as this machine has them installed.
 * Tests start them themselves, on data of their own.
 */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type EngineName = 'PostgreSQL' | 'Redis';

/** Where Debian keeps PostgreSQL's programs, a folder for each version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

const HOW_TO_GET = {
  PostgreSQL: 'PostgreSQL 14 or later (on Debian: `apt-get install postgresql`)',
  Redis: 'Redis 7 or Valkey (on Debian: `apt-get install redis-server`)',
} as const;

/** Paths of their programs; undefined where there is none. */
export const PROGRAMS = {
  initdb: findProgram(['initdb'], listPostgresFolders()),
  postgres: findProgram(['postgres'], listPostgresFolders()),
  redis: findProgram(['redis-server', 'valkey-server']),
};

const isThere: Record<EngineName, boolean> = {
  PostgreSQL: PROGRAMS.initdb !== undefined && PROGRAMS.postgres !== undefined,
  Redis: PROGRAMS.redis !== undefined,
};

/** One sentence on how to get what is missing of these; undefined when nothing is. */
export function describeMissing(needed: readonly EngineName[]): string | undefined {
  const missing = needed.filter((name) => !isThere[name]);
  if (missing.length === 0) return undefined;
  return `This machine lacks ${missing.map((name) => HOW_TO_GET[name]).join(' and ')}.`;
}

/** The path of the first that this user may run; on the search path first, then in the folders given. */
function findProgram(names: readonly string[], folders: readonly string[] = []) {
  const searched = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', ...folders];
  return searched.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The newest version first. */
function listPostgresFolders(): string[] {
  try {
    return readdirSync(POSTGRES_VERSIONS)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
  } catch {
    return [];
  }
}
