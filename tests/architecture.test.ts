/** The structure, checked over import lines: who may know whom. Each finding names the file and the arrow. */
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { readPackageName, readSources, type SourceFile } from './support/source-files.ts';

/**
 * What each part may import of ours, beside itself. A part is the longest prefix here that fits a path;
 * a file of no part fails the first test, so that a new folder has to say where it stands.
 */
const ARROWS: Record<string, readonly string[]> = {
  routes: [
    'src/login.tsx',
    'src/load-signed-in.ts',
    'src/screens/conversation-address.ts',
    'src/stores/session.ts',
    'src/ui',
  ],
  'src/login.tsx': ['src/load-signed-in.ts', 'src/screens/auth', 'src/stores/session.ts'],
  'src/load-signed-in.ts': ['src/signed-in.tsx'],
  'src/signed-in.tsx': [
    'src/cache',
    'src/query-client.ts',
    'src/session',
    'src/people',
    'src/kept',
    'src/realtime',
    'src/screens',
    'src/stores',
    'src/devtools',
    'src/lib',
  ],
  'src/main.tsx': ['src/router.tsx', 'src/load-signed-in.ts', 'src/devtools', 'src/ui'],
  'src/router.tsx': ['src/routeTree.gen.ts', 'src/screens', 'src/ui'],
  'src/routeTree.gen.ts': ['routes', 'src/router.tsx'],
  'src/query-client.ts': [
    'src/api',
    'src/backend',
    'src/conversation',
    'src/outbox',
    'src/ui/notify.ts',
    'src/lib',
  ],
  'src/protocol': ['src/lib/graphemes.ts'],
  'src/api': ['src/protocol', 'src/stores/gate.ts', 'src/stores/session.ts'],
  'src/cache': [],
  'src/backend': ['src/cache', 'src/protocol', 'src/lib'],
  // Stands in for what a plain server lacks.
  'src/backend/plain': [
    'src/backend',
    'src/cache',
    'src/conversation',
    'src/people',
    'src/session/auth.ts',
    'src/api',
    'src/stores',
    'src/protocol',
    'src/lib',
  ],
  'src/pictures': [
    'src/backend',
    'src/api',
    'src/conversation/entities.ts',
    'src/protocol',
    'src/lib',
  ],
  'src/people': [
    'src/cache',
    'src/backend',
    'src/pictures',
    'src/api',
    'src/stores',
    'src/conversation/patches/message-order.ts',
    'src/protocol',
  ],
  'src/conversation': [
    'src/cache',
    'src/people',
    'src/pictures',
    'src/backend',
    'src/api',
    'src/stores',
    'src/protocol',
    // What is shown while the server has not answered, and what is sent from here.
    'src/kept/restore.ts',
    'src/outbox/open-outbox.ts',
    'src/outbox/outgoing.ts',
  ],
  'src/outbox': [
    'src/cache',
    'src/conversation',
    'src/people',
    'src/pictures',
    'src/backend',
    'src/session',
    'src/api',
    'src/stores',
    'src/protocol',
    'src/ui/notify.ts',
    'src/lib',
  ],
  'src/kept': [
    'src/cache',
    'src/conversation',
    'src/people',
    'src/pictures',
    'src/session/auth.ts',
    'src/api',
    'src/stores',
    'src/protocol',
    'src/service-worker/contract.ts',
    'src/ui/notify.ts',
    'src/lib',
  ],
  'src/session': [
    'src/cache',
    'src/kept',
    'src/outbox',
    'src/pictures',
    'src/backend',
    'src/api',
    'src/stores',
    'src/protocol',
    'src/service-worker/contract.ts',
    'src/ui/notify.ts',
    'src/lib',
  ],
  'src/notifications': [
    'src/cache',
    'src/api',
    'src/backend',
    'src/people',
    'src/conversation',
    'src/stores',
    'src/protocol',
    'src/service-worker/contract.ts',
    'src/service-worker/texts.ts',
    'src/lib',
  ],
  // Built on its own; the page knows how to install it.
  'src/service-worker': ['src/protocol'],
  'src/realtime': [
    'src/cache',
    'src/session',
    'src/people',
    'src/conversation',
    'src/outbox',
    'src/kept/stored-changes.ts',
    'src/backend',
    'src/stores',
    'src/api',
    'src/protocol',
  ],
  'src/stores': ['src/protocol', 'src/service-worker/contract.ts', 'src/lib'],
  'src/devtools': [
    'src/cache',
    'src/realtime',
    'src/session',
    'src/people',
    'src/conversation',
    'src/outbox',
    'src/backend',
    'src/stores',
    'src/api',
    'src/protocol',
    'src/lib/hash-text.ts',
    'src/lib/message-of.ts',
    // For the versions in a bug report.
    'package.json',
  ],
  'src/screens': [
    'src/api/errors.ts',
    'src/session',
    'src/people',
    'src/conversation',
    'src/kept/drafts.ts',
    'src/pictures',
    'src/backend',
    'src/stores',
    'src/notifications',
    'src/outbox/operate.ts',
    'src/service-worker/contract.ts',
    'src/service-worker/registration.ts',
    'src/realtime/typing.ts',
    'src/ui',
    'src/lib',
    'src/protocol',
  ],
  'src/ui': ['src/lib/graphemes.ts'],
  'src/lib': [],
  // The rules. What they need from around them they state as ports.
  'server/domain': ['src/protocol'],
  'server/addresses': ['server/domain'],
  'server/security': ['server/domain', 'src/protocol'],
  'server/store': ['server/domain', 'server/limits/gate.ts', 'src/protocol'],
  // Long reads, on a thread of their own.
  'server/reader': ['server/store', 'server/domain', 'server/presenter.ts', 'src/protocol'],
  'server/limits': ['server/domain', 'server/redis/link.ts'],
  'server/memory': ['server/domain'],
  'server/log': ['server/memory/watch.ts', 'src/protocol'],
  'server/http': [
    'server/domain',
    'server/addresses',
    'server/limits',
    'server/log',
    'server/memory',
    'server/redis/link.ts',
    'server/push',
    'server/presenter.ts',
    'server/security/cookies.ts',
    'server/config.ts',
    'src/protocol',
  ],
  'server/realtime': [
    'server/domain',
    'server/addresses',
    'server/limits/limiter.ts',
    'server/limits/floods.ts',
    'server/log',
    'server/memory',
    'server/presenter.ts',
    'server/security/cookies.ts',
    'src/protocol',
  ],
  'server/push': [
    'server/domain',
    'server/addresses/public-address.ts',
    'server/limits/gate.ts',
    'server/realtime/gateway.ts',
    'server/config.ts',
    'src/protocol',
  ],
  'server/redis': ['server/realtime', 'server/domain', 'src/protocol'],
  'server/metrics': ['server/store/commits.ts', 'server/domain', 'src/protocol'],
  'server/presenter.ts': ['server/domain', 'src/protocol'],
  'server/config.ts': ['src/protocol'],
  'server/explain.ts': ['server/config.ts', 'server/domain'],
  'server/start-notices.ts': ['server/config.ts'],
  'server/storage.ts': [
    'server/store',
    'server/reader/jobs.ts',
    'server/domain',
    'server/config.ts',
  ],
  // What puts the others together: the server, and the programs beside it.
  'server/app.ts': ['server', 'src/protocol'],
  'server/main.ts': ['server'],
  'server/launch.mjs': ['server'],
  'server/backup': ['server/store', 'server/domain', 'server/config.ts', 'server/explain.ts'],
  'server/restore': [
    'server/backup/back-up.ts',
    'server/storage.ts',
    'server/store',
    'server/domain',
    'server/config.ts',
    'server/explain.ts',
  ],
  'server/new-epoch': ['server/store', 'server/config.ts', 'server/explain.ts'],
  'server/accounts': [
    'server/usage',
    'server/store',
    'server/domain',
    'server/config.ts',
    'server/explain.ts',
  ],
  'server/usage': ['server/store', 'server/domain', 'server/config.ts', 'server/explain.ts'],
  'server/migrate-store': [
    'server/store',
    'server/domain',
    'server/config.ts',
    'server/explain.ts',
  ],
  'server/seed': [
    'server/storage.ts',
    'server/store',
    'server/security',
    'server/domain',
    'server/config.ts',
    'server/explain.ts',
  ],
};

const sources = readSources('src', 'routes', 'server');

function findPart(path: string): string | undefined {
  return Object.keys(ARROWS)
    .filter((part) => path === part || path.startsWith(`${part}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function findCircles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const finished = new Set<string>();
  const found: string[] = [];
  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start >= 0) {
      found.push([...trail.slice(start), path].join(' -> '));
      return;
    }
    if (finished.has(path)) return;
    for (const one of byPath.get(path)?.imports ?? []) {
      if (one.isOurs && !one.isDynamic) visit(one.target, [...trail, path]);
    }
    finished.add(path);
  }
  for (const { path } of files) visit(path, []);
  return found;
}

/** The packages that the chosen files need when they run. */
function listPackages(isChosen: (path: string) => boolean): { path: string; name: string }[] {
  return sources
    .filter(({ path }) => isChosen(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((one) => !one.isOurs && !one.isTypeOnly && !one.target.startsWith('node:'))
        .map(({ target }) => ({ path, name: readPackageName(target) })),
    );
}

describe('Structure', () => {
  test('every source file belongs to a part whose arrows are known', () => {
    expect(sources.length).toBeGreaterThan(40);
    const homeless = sources.map(({ path }) => path).filter((path) => findPart(path) === undefined);
    expect(homeless.filter((path) => path !== 'src/env.d.ts')).toEqual([]);
  });

  test('no import runs against the arrows', () => {
    const wrong = sources.flatMap(({ path, imports }) => {
      const part = findPart(path) ?? path;
      const allowed = [part, ...(ARROWS[part] ?? [])];
      return imports
        .filter(({ isOurs }) => isOurs)
        .filter(({ target }) => !allowed.some((one) => `${target}/`.startsWith(`${one}/`)))
        .map(({ target }) => `${path} -> ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('every import of ours names a file that is there, with its extension', () => {
    const known = new Set(sources.map(({ path }) => path));
    const missing = sources.flatMap(({ path, imports }) =>
      imports
        .filter(
          ({ isOurs, target }) =>
            path !== 'src/routeTree.gen.ts' && isOurs && /\.(tsx?|mjs)$|\/[^.]*$/.test(target),
        )
        .filter(({ target }) => !known.has(target))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });

  test('no files import each other in a circle, not even for a type', () => {
    expect(findCircles(sources)).toEqual([]);
  });

  test('no file only passes on what others define', () => {
    expect(sources.filter(({ isBarrel }) => isBarrel).map(({ path }) => path)).toEqual([]);
  });

  test('a production install contains the packages that the server imports, and no others', () => {
    const isServer = (path: string) => /^(server|src\/protocol)\//.test(path);
    const imported = new Set(listPackages(isServer).map(({ name }) => name));
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual([...imported].toSorted());
  });

  test('the app imports only packages that the project names', () => {
    const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(listPackages(() => true).filter(({ name }) => !named.includes(name))).toEqual([]);
  });

  test('the rules of the server know no framework', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('server/domain/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => /^(fastify|socket\.io|node:(http|sqlite|net))/.test(target))
          .map(({ target }) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('one module writes the data of the cache, and adds and removes mutations', () => {
    const methods = /\.(set(Query|Queries)Data|(remove|reset)Queries)\b|\bquery\.set(Data|State)\b/;
    const clear = /(queryClient|client|Cache\(\))\.clear\(/;
    const mutations = /utationCache\(\)\s*\.(build|add|remove)\(|\bcache\.(build|add|remove)\(/;
    const writing = sources
      .filter(({ path }) => path.startsWith('src/'))
      .filter(({ text }) => [methods, clear, mutations].some((writes) => writes.test(text)));
    expect(writing.map(({ path }) => path)).toEqual(['src/cache/write.ts']);
  });

  test('words that meant several things are not back: the glossary has the others', () => {
    const givenUp: ReadonlyArray<readonly [folder: string, words: RegExp]> = [
      // A connection stores `blocks`, a mark has a `receipt`. `isApart` is a name between nodes.
      ['', /\b(?!isApart\b)\w+Apart\b|\bdata\.apart\b|\bis\w*Told\b|\btold\?:/],
      // Changes are pending, pictures retained, deletions delayed, orders frozen. Only a lock or a lease is held.
      ['src/', /\b(is|find|show|set)Held\b|\bhold[A-Z](?<!holdL|holdW)\w*/],
      // Limits per key and fair queues; the event loop alone has turns.
      ['', /\b(create|take)Turns?\b/],
      // People have flags, found words highlights, messages an order key. A node alone is cut off.
      ['src/', /\bRowMark\b|[a-z]Marked\(|markWords|comparePositions|recordPosition|\bisCutOff\b/],
      ['', /\b(weather|mourned|greeter|crowd)\b/i],
      // Code emits, publishes, notifies, logs, reports, counts or records.
      ['', /\b(tell|note)[A-Z]\w*|\btell\(|\bnoted?\(/],
      ['server/', /\b[hH]eldSides?\b/],
    ];
    const back = givenUp.flatMap(([folder, words]) =>
      sources
        .filter(
          ({ path, text }) =>
            /^(src|server)\//.test(path) && path.startsWith(folder) && words.test(text),
        )
        .map(({ path }) => path),
    );
    expect(back).toEqual([]);
  });

  test('only the connection knows socket.io-client, and only the api knows ky', () => {
    const find = (name: string) =>
      sources
        .filter(({ imports }) => imports.some(({ target }) => readPackageName(target) === name))
        .map(({ path }) => path)
        .filter((path) => path.startsWith('src/') || path.startsWith('routes/'));
    expect(find('socket.io-client')).toEqual(['src/realtime/connection.ts']);
    expect(find('ky').filter((path) => !path.startsWith('src/api/'))).toEqual([]);
  });

  test('the tests have no limits but those of one file', () => {
    const limits =
      /\btimeout: ?(?!WAIT_LIMIT_MS)[\d_]+|\bretry: ?\d|AbortSignal\.timeout\(\d|^\s*\}, [\d_]+_000\);|\b(test|hook)Timeout\b/m;
    const isFree = (path: string) =>
      /^tests\/(bench|torture|support\/sample-run)\//.test(path) ||
      path === 'tests/vitest.config.ts';
    const found = readSources('tests')
      .filter(({ path, text }) => !isFree(path) && limits.test(text))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });
});
