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

const ENGINES = {
  PostgreSQL: {
    programs: [PROGRAMS.initdb, PROGRAMS.postgres],
    howToGet: 'PostgreSQL 14 or later (on Debian: `apt-get install postgresql`)',
  },
  Redis: {
    programs: [PROGRAMS.redis],
    howToGet: 'Redis 7 or Valkey (on Debian: `apt-get install redis-server`)',
  },
  nginx: {
    programs: [PROGRAMS.nginx, PROGRAMS.openssl],
    howToGet: 'nginx (on Debian: `apt-get install nginx openssl`)',
  },
  Caddy: {
    programs: [PROGRAMS.caddy, PROGRAMS.openssl],
    howToGet: 'Caddy (on Debian: `apt-get install caddy openssl`)',
  },
  HAProxy: {
    programs: [PROGRAMS.haproxy, PROGRAMS.openssl],
    howToGet: 'HAProxy (on Debian: `apt-get install haproxy openssl`)',
  },
  promtool: {
    programs: [PROGRAMS.promtool],
    howToGet: 'promtool (on Debian: `apt-get install prometheus`)',
  },
  fail2ban: {
    programs: [PROGRAMS.fail2ban],
    howToGet: 'fail2ban (on Debian: `apt-get install fail2ban`)',
  },
  systemd: { programs: [PROGRAMS.systemdAnalyze], howToGet: 'systemd-analyze' },
  Firefox: {
    programs: [PROGRAMS.firefox],
    howToGet: 'Firefox (on Debian: `apt-get install firefox-esr`)',
  },
  WebKitGTK: {
    programs: [PROGRAMS.webKitDriver, PROGRAMS.miniBrowser, PROGRAMS.xvfb],
    howToGet: 'WebKitGTK (on Debian: `apt-get install webkit2gtk-driver xvfb`)',
  },
} as const;

export type EngineName = keyof typeof ENGINES;

export const ENGINE_NAMES: readonly EngineName[] = [
  'PostgreSQL',
  'Redis',
  'nginx',
  'Caddy',
  'HAProxy',
  'promtool',
  'fail2ban',
  'systemd',
  'Firefox',
  'WebKitGTK',
];

/** One sentence on how to get what is missing of these; undefined when nothing is. */
export function describeMissing(needed: readonly EngineName[]): string | undefined {
  const missing = needed.filter((name) =>
    ENGINES[name].programs.some((path) => path === undefined),
  );
  if (missing.length === 0) return undefined;
  return `This machine lacks ${missing.map((name) => ENGINES[name].howToGet).join(' and ')}.`;
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
