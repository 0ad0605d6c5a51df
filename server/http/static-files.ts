/**
 * Serves the built app from memory: a download costs one write and no open file, and somebody who asks for thousands
 * costs others little. Browsers cache files with a hash in their name for good, and revalidate the page each time.
 * Addresses of screens get the page, and so do unknown ones, for its error screen; a missing file or call never gets
 * HTML. Unless everybody may sign up, and for the code of a link, the page says so (`src/protocol/entrance.ts`).
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CodeKind, ENTRANCE_META, type PageEntrance } from '../../src/protocol/entrance.ts';
import type { Entrance } from '../domain/entrance.ts';
import { addToVary, isUnchanged, readAccepted } from './json-answers.ts';
import { type PageHeaders, preparePageHeaders } from './security-headers.ts';

const NOT_BUILT =
  'The app is not built yet. Run `npm run build`, then start the server again (`npm start` does both).';

const HASHED = /^static\/.+\.[0-9a-f]{8,}\./;

/** The media types of the files in a build. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Compressed by the build, best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** The service worker has its own policy: it fetches the app's files and runs no other script. */
const WORKER = 'service-worker.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

export async function serveApp(
  app: FastifyInstance,
  {
    folder,
    withDevtools,
    entrance,
  }: { folder: string; withDevtools: boolean; entrance: Pick<Entrance, 'settings' | 'describe'> },
): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    // No warning: `npm run dev` shows those, and serves the app itself.
    app.log.info(NOT_BUILT);
    app.setNotFoundHandler((request, reply) =>
      isNavigation(request) ? reply.code(503).type('text/plain').send(NOT_BUILT) : refuse(reply),
    );
    return;
  }

  const readPage = followPage(page, withDevtools);
  const read = keepFiles(folder);
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    // One visit requests twenty files; the calls would be hard to find in the log.
    logLevel: 'warn',
    handler: (request, reply) => serveFile(request, reply, request.params['*']),
  });
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) ? servePage(request, reply) : refuse(reply),
  );
  app.get('/', servePage);

  async function serveFile(request: FastifyRequest, reply: FastifyReply, path: string) {
    if (UNSAFE.test(path)) return refuse(reply);
    const accepted = readAccepted(request.headers['accept-encoding']);
    const encodings = ENCODINGS.filter(({ name }) => accepted.has(name));
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    for (const { name, ending } of [...encodings, { name: undefined, ending: '' }]) {
      const file = await read(path + ending);
      if (!file) continue;
      addToVary(reply, 'accept-encoding');
      reply.headers({
        ...(type === TYPES['.html'] && readPage().makeHeaders()),
        ...(path === WORKER && { 'content-security-policy': WORKER_POLICY }),
        ...(name && { 'content-encoding': name }),
        'cache-control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: file.tag,
      });
      if (isUnchanged(request, file.tag)) return reply.code(304).send();
      return reply.type(type).send(file.bytes);
    }
    reply.callNotFound();
    return reply;
  }

  async function servePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const codes = isEmbedded(request) ? {} : readCodes(request.query);
    const hasCode = Object.keys(codes).length > 0;
    // A page of another site may have any address fetched in advance. Browsers forget such an answer.
    if (hasCode && request.headers['sec-purpose']) return reply.code(503).send();
    if (!hasCode && entrance.settings.signUps === 'open') {
      return serveFile(request, reply, 'index.html');
    }
    const { html, makeHeaders } = readPage();
    const said = await entrance.describe(codes, request.address);
    return reply
      .headers({
        ...makeHeaders(),
        'cache-control': hasCode ? 'no-store' : 'no-cache',
        // The address is a secret until the page has removed the code from it.
        ...(hasCode && { 'referrer-policy': 'no-referrer' }),
      })
      .type('text/html; charset=utf-8')
      .send(writeEntrance(html, said));
  }
}

/** A part of a path is hidden or empty, or leads to another folder. */
const UNSAFE = /(^|[\\/])[.\\/]/;

interface File {
  bytes: Buffer;
  modifiedAt: number;
  tag: string;
}

/** Reads a file of the folder, once until it changes: a build may write while the server runs. */
function keepFiles(folder: string): (path: string) => Promise<File | undefined> {
  const files = new Map<string, File>();
  return async (path) => {
    const place = join(folder, path);
    const found = await stat(place).catch(() => undefined);
    if (!found?.isFile()) {
      files.delete(place);
      return undefined;
    }
    const { mtimeMs: modifiedAt, size } = found;
    const known = files.get(place);
    if (known?.modifiedAt === modifiedAt && known.bytes.length === size) return known;
    const bytes = await readFile(place).catch(() => undefined);
    if (!bytes) return undefined;
    const file = { bytes, modifiedAt, tag: `W/"${size.toString(36)}-${modifiedAt.toString(36)}"` };
    files.set(place, file);
    return file;
  };
}

/**
 * Whether a page of another site requests the address as a picture, a frame or data. Its codes are not looked up: wrong
 * ones would close the entrance for the whole network of whoever visits that page. A service worker hides that a window
 * is a `document`.
 */
function isEmbedded({ headers }: FastifyRequest): boolean {
  if (!['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))) return false;
  const use = String(headers['sec-fetch-dest']);
  return headers['sec-fetch-mode'] !== 'navigate' || /frame|object|embed/.test(use);
}

function readCodes(query: unknown): Partial<Record<CodeKind, string>> {
  const words = codesSchema.safeParse(query).data ?? {};
  if (words.reset) return { reset: words.reset };
  return words.invite ? { invite: words.invite } : {};
}

const code = z.string().max(200).optional().catch(undefined);
const codesSchema = z.object({ invite: code, reset: code });

function writeEntrance(html: string, said: PageEntrance): string {
  const content = new URLSearchParams({ ...said }).toString().replaceAll('&', '&amp;');
  return html.replace(
    /<head[^>]*>/,
    (head) => `${head}<meta name="${ENTRANCE_META}" content="${content}">`,
  );
}

interface Page {
  html: string;
  modifiedAt: number;
  makeHeaders: PageHeaders;
}

/** A build while the server runs changes the page and its policy. */
function followPage(path: string, withDevtools: boolean): () => Page {
  const read = (): Page => {
    const html = readFileSync(path, 'utf8');
    const makeHeaders = preparePageHeaders(html, { withDevtools });
    return { html, modifiedAt: statSync(path).mtimeMs, makeHeaders };
  };
  let page = read();
  return () => {
    // The file is missing for a moment while a build writes.
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAt !== undefined && modifiedAt !== page.modifiedAt) page = read();
    return page;
  };
}

/** Whether a person opens an address, as opposed to code that requests data or a file. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const isOfServer = /^\/(api|socket\.io|static)(\/|$)/.test(path);
  if (!/^(GET|HEAD)$/.test(method) || isOfServer) return false;
  // Of the last part alone: a pattern for the whole path would try each of thousands of dots to the end.
  const isLikeFile = /\../.test(path.slice(path.lastIndexOf('/')));
  return !isLikeFile || isForWindow(headers);
}

/** Browsers send the mode, but not for insecure addresses. */
function isForWindow({ 'sec-fetch-mode': mode, accept }: FastifyRequest['headers']): boolean {
  return mode === undefined ? accept?.includes('text/html') === true : mode === 'navigate';
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ success: false, message: 'There is nothing at this address.' });
}
