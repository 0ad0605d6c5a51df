/**
 * The programs of a deployment, as this machine has them installed: PostgreSQL and Redis, reverse proxies, what checks
 * files for systemd and Prometheus, and other browsers. Tests start them themselves, on data of their own.
 */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps PostgreSQL's programs, a folder for each version. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Paths of their programs; undefined where there is none. */
export const PROGRAMS = {
  initdb: findProgram(['initdb'], listPostgresFolders()),
  postgres: findProgram(['postgres'], listPostgresFolders()),
  pgDump: findProgram(['pg_dump'], listPostgresFolders()),
  pgRestore: findProgram(['pg_restore'], listPostgresFolders()),
  redis: findProgram(['redis-server', 'valkey-server']),
  nginx: findProgram(['nginx']),
  caddy: findProgram(['caddy']),
  haproxy: findProgram(['haproxy']),
  openssl: findProgram(['openssl']),
  promtool: findProgram(['promtool']),
  fail2ban: findProgram(['fail2ban-regex']),
  systemdAnalyze: findProgram(['systemd-analyze']),
  firefox: findProgram(['firefox-esr', 'firefox']),
  webKitDriver: findProgram(['WebKitWebDriver']),
  miniBrowser: findProgram(['MiniBrowser'], listWebKitFolders()),
  xvfb: findProgram(['Xvfb']),
};

/** What each needs, what it is, and its packages on Debian. */
const ENGINES = {
  PostgreSQL: [[PROGRAMS.initdb, PROGRAMS.postgres], 'PostgreSQL 14 or later', 'postgresql'],
  Redis: [[PROGRAMS.redis], 'Redis 7 or Valkey', 'redis-server'],
  nginx: [[PROGRAMS.nginx, PROGRAMS.openssl], 'nginx', 'nginx openssl'],
  Caddy: [[PROGRAMS.caddy, PROGRAMS.openssl], 'Caddy', 'caddy openssl'],
  HAProxy: [[PROGRAMS.haproxy, PROGRAMS.openssl], 'HAProxy', 'haproxy openssl'],
  promtool: [[PROGRAMS.promtool], 'promtool', 'prometheus'],
  fail2ban: [[PROGRAMS.fail2ban], 'fail2ban', 'fail2ban'],
  systemd: [[PROGRAMS.systemdAnalyze], 'systemd-analyze', 'systemd'],
  Firefox: [[PROGRAMS.firefox], 'Firefox', 'firefox-esr'],
  WebKitGTK: [
    [PROGRAMS.webKitDriver, PROGRAMS.miniBrowser, PROGRAMS.xvfb],
    'WebKitGTK',
    'webkit2gtk-driver xvfb',
  ],
} as const;

export type EngineName = keyof typeof ENGINES;

/** One sentence on how to get what is missing of these, or of all; undefined when nothing is. */
export function describeMissing(needed?: readonly EngineName[]): string | undefined {
  const missing = Object.entries(ENGINES)
    .filter(([name]) => needed?.some((one) => one === name) ?? true)
    .filter(([, [programs]]) => programs.some((path) => path === undefined))
    .map(([, [, what, packages]]) => `${what} (on Debian: \`apt-get install ${packages}\`)`);
  return missing.length > 0 ? `This machine lacks ${missing.join(' and ')}.` : undefined;
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

/** Debian keeps its small browser beside the libraries of each architecture. */
function listWebKitFolders(): string[] {
  return ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
    (architecture) => `/usr/lib/${architecture}/webkit2gtk-4.1`,
  );
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
