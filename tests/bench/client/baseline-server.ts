/** Builds the baseline page into a directory and serves it as the app is served: brotli, one script. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createRsbuild } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

export async function withBaseline<Result>(
  directory: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const builder = await createRsbuild({
    cwd: import.meta.dirname,
    config: {
      mode: 'production',
      logLevel: 'error',
      source: { entry: { index: join(import.meta.dirname, 'baseline/main.tsx') } },
      output: { distPath: { root: directory }, legalComments: 'none' },
      performance: { printFileSize: false },
      plugins: [pluginReact()],
    },
  });
  const { close } = await builder.build();
  await close();

  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : normalize(request.url ?? '');
    try {
      const body = compressed.get(path) ?? brotliCompressSync(readFileSync(join(directory, path)));
      compressed.set(path, body);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  try {
    return await use(`http://127.0.0.1:${address.port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
