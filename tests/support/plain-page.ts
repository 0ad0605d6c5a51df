/**
 * The plain page under `/plain/` of a backend's own address, as a host would serve it beside the API. It is in
 * `plain-page/`, and gets Socket.IO's own client.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { projectRoot } from './source-files.ts';

const FILES: Record<string, { path: string; contentType: string }> = {
  '': { path: 'tests/support/plain-page/index.html', contentType: 'text/html' },
  'page.js': { path: 'tests/support/plain-page/page.js', contentType: 'text/javascript' },
  'socket.io.js': {
    path: 'node_modules/socket.io-client/dist/socket.io.js',
    contentType: 'text/javascript',
  },
};

export async function servePlainPage(context: BrowserContext, origin: string): Promise<void> {
  const root = `${origin}/plain/`;
  await context.route(`${root}**`, (route) => {
    const file = FILES[route.request().url().slice(root.length)];
    if (!file) return route.fulfill({ status: 404 });
    const body = readFileSync(join(projectRoot, file.path), 'utf8');
    return route.fulfill({ body, contentType: file.contentType });
  });
}
