/** What the operator should know although the server has started: logged once, with a remedy. */
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { type Config, listVariables } from './config.ts';

interface Notice {
  what: string;
  reason: string;
  remedy: string;
}

/** Files besides connections: the database, the log, pictures being read. */
const OTHER_FILES = 100;
/** Below this, some hundred people with several windows each would be too many. */
const FEW_FILES = 4_000;

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
  // The default of MAX_CONNECTIONS is more than a small server will ever have.
  const wanted = environment.MAX_CONNECTIONS === undefined ? FEW_FILES : config.MAX_CONNECTIONS;
  if (files !== undefined && files < wanted + OTHER_FILES) {
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

/** Set variables that look like a setting but are none: the intended setting has its default. */
export function findMisspelt(
  environment: Record<string, string | undefined>,
): Array<{ written: string; meant: string }> {
  const names = listVariables();
  const known = new Set(names);
  return Object.keys(environment).flatMap((written) => {
    if (known.has(written)) return [];
    const meant = names.find((name) => isNearly(toCore(written), toCore(name)));
    return meant === undefined ? [] : [{ written, meant }];
  });
}

/** Removes what is easily confused: case, underscores and the plural. */
function toCore(name: string): string {
  return name.toUpperCase().replaceAll('_', '').replace(/IES$/, 'Y').replace(/S$/, '');
}

/** Whether the two differ by at most one added, missing, changed or swapped letter; short names must be equal. */
function isNearly(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 6 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}
