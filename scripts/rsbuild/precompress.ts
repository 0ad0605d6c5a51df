import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RsbuildPlugin } from '@rsbuild/core';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt']);
/** Below this size, compression saves less than one packet. In bytes. */
const MIN_BYTES = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` beside each file of the build that gets smaller by it. So the server sends the strongest
 * compression without work.
 */
export function precompress(): RsbuildPlugin {
  return {
    name: 'duet:precompress',
    setup(api) {
      api.onAfterBuild(async ({ isFirstCompile, isWatch }) => {
        if (isWatch && !isFirstCompile) return;
        const root = api.context.distPath;
        const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((name) => COMPRESSIBLE.has(extname(name)))
          .map((name) => join(root, name));
        await Promise.all(files.map(compressFile));
      });
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < MIN_BYTES) return;
  const [brotli, zipped] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    toGzip(bytes, { level: 9 }),
  ]);
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, zipped);
}
