/** What the operator should know although the server has started: logged once, with a remedy. */
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import type { Config } from './config.ts';
import { findMisspelt } from './misspelt-settings.ts';

interface Notice {
  what: string;
  reason: string;
  remedy: string;
}

/** Files besides connections: the database, the log, pictures being read. */
const OTHER_FILES = 100;

export function* listStartNotices(
  config: Config,
  environment: Record<string, string | undefined>,
): Generator<Notice> {
  for (const { written, meant } of findMisspelt(environment)) {
    yield {
      what: 'setting not known',
      reason: `${written} is set, which means nothing here`,
      remedy: `write ${meant}, or unset it`,
    };
  }
  const files = readFileLimit();
  if (files !== undefined && files < config.MAX_CONNECTIONS + OTHER_FILES) {
    yield {
      what: 'few open files allowed',
      reason: `the process may open ${files} files, and MAX_CONNECTIONS is ${config.MAX_CONNECTIONS}: connections beyond are cut without a word`,
      remedy: `raise the limit (LimitNOFILE= of systemd, ulimit -n) to ${config.MAX_CONNECTIONS + OTHER_FILES}, or lower MAX_CONNECTIONS`,
    };
  }
  if (getCompileCacheDir() === undefined) {
    yield {
      what: 'compiled code not kept',
      reason: 'no folder for it can be written, so that starts take twice as long',
      remedy: 'name one in CACHE_DIRECTORY (CacheDirectory= of systemd)',
    };
  }
}

/** On Linux; undefined elsewhere, and without a limit. */
function readFileLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const limit = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    return Number.isNaN(limit) ? undefined : limit;
  } catch {
    return undefined;
  }
}
