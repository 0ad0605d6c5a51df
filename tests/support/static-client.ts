/**
 * Serves the built client as any static host does: files as they are, and `index.html` for a path that
 * names no file, so that the app's own addresses can be opened.
 */
import { createReadStream, existsSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const builtClient = join(dirname(fileURLToPath(import.meta.url)), '../../dist');

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Answers one GET or HEAD. Returns whether the client has what was asked for; if not, the answer is a 404. */
export function serveClient(directory: string, path: string, response: ServerResponse): boolean {
  const index = join(directory, 'index.html');
  if (!existsSync(index))
    throw new Error(`There is no built client in ${directory}: npm run build.`);
  const wanted = join(directory, normalize(decodeURIComponent(path)));
  const isFile = wanted.startsWith(directory) && existsSync(wanted) && statSync(wanted).isFile();
  if (!isFile && extname(path) !== '') {
    response.writeHead(404).end();
    return false;
  }
  const file = isFile ? wanted : index;
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
  return true;
}
