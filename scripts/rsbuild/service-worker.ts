import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RsbuildPlugin, rspack } from '@rsbuild/core';

const ENTRY = 'src/service-worker/worker.ts';
const FILE = 'service-worker.js';

/** Sets the headers that are cached with the page, such as its policy. */
const PAGE_HEADERS = 'server/http/security-headers.ts';

/** The scripts that every page loads. */
const ENTRY_SCRIPTS = /^static\/js\/[^/]+$/;
/** Scripts of at least this size, in bytes, are rarely needed: they are cached only after their first use. */
const LARGE_BYTES = 160_000;
/** Scripts for developers, such as the fault lab, are also cached only after their first use. */
const FOR_DEVELOPERS = /devtools|lostAnswers/i;

/**
 * Builds the service worker with the list of files that it caches: the page and scripts of this build. Its file is at the
 * root and has no hash in its name, since browsers check that address for updates.
 */
export function serviceWorker(): RsbuildPlugin {
  return {
    name: 'duet:service-worker',
    apply: 'build',
    setup(api) {
      api.onAfterBuild(async ({ isWatch }) => {
        if (isWatch) return;
        const { distPath, rootPath } = api.context;
        await build(rootPath, distPath, listKept(rootPath, distPath));
      });
    },
  };
}

interface Kept {
  url: string;
  /** Null: the file name has a hash. */
  revision: string | null;
  /** As in `<script integrity>`: other content is not cached. */
  integrity?: string;
}

function listKept(root: string, folder: string): Kept[] {
  const read = (name: string) => readFileSync(join(folder, name));
  const scripts = readdirSync(join(folder, 'static'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('static', name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js'))
    .filter((name) => ENTRY_SCRIPTS.test(name) || isWanted(read(name)));
  const page = read('index.html');
  const pageAndHeaders = Buffer.concat([page, readFileSync(join(root, PAGE_HEADERS))]);
  return [
    // During an upgrade of several nodes, the answer may be the page of another build.
    { url: '/index.html', revision: hash(pageAndHeaders), integrity: toIntegrity(page) },
    { url: '/icon.svg', revision: hash(read('icon.svg')) },
    ...scripts.toSorted().map((name) => ({ url: `/${name}`, revision: null })),
  ];
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const toIntegrity = (bytes: Buffer) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

function isWanted(script: Buffer): boolean {
  return script.length < LARGE_BYTES && !FOR_DEVELOPERS.test(script.toString('utf8'));
}

async function build(root: string, folder: string, kept: Kept[]): Promise<void> {
  const compiler = rspack.rspack({
    mode: 'production',
    target: 'webworker',
    context: root,
    entry: join(root, ENTRY),
    output: { path: folder, filename: FILE },
    devtool: false,
    performance: false,
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: 'builtin:swc-loader',
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } },
          type: 'javascript/auto',
        },
      ],
    },
    plugins: [
      new rspack.DefinePlugin({
        __PRECACHE__: JSON.stringify(kept),
        // Leaves out Workbox's messages for developers.
        'process.env.NODE_ENV': JSON.stringify('production'),
      }),
    ],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
}
