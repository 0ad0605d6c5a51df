/**
 * Serves the built app. Browsers cache files with a hash in their name for good, and revalidate the page each time.
 * Addresses of screens get the page, and so do unknown ones, for its error screen; a missing file or call never gets
 * HTML.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageHeaders, preparePageHeaders } from './security-headers.ts';

const NOT_BUILT =
  'The app is not built yet. Run `npm run build`, then start the server again (`npm start` does both).';

const HASHED = /[/\\]static[/\\].+\.[0-9a-f]{8,}\./;

/** The service worker has its own policy: it fetches the app's files and runs no other script. */
const WORKER = /service-worker\.js(\.\w+)?$/;
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

export async function serveApp(
  app: FastifyInstance,
  { folder, withDevtools }: { folder: string; withDevtools: boolean },
): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) {
    app.log.warn(NOT_BUILT);
    app.setNotFoundHandler((request, reply) =>
      isNavigation(request) ? reply.code(503).type('text/plain').send(NOT_BUILT) : refuse(reply),
    );
    return;
  }

  const makePageHeaders = followPage(page, withDevtools);
  await app.register(serveStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // One visit requests twenty files; the calls would be hard to find in the log.
    logLevel: 'warn',
    setHeaders: (reply, path) => {
      const isHashed = HASHED.test(path);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (WORKER.test(path)) reply.header('content-security-policy', WORKER_POLICY);
      if (!/index\.html(\.\w+)?$/.test(path)) return;
      for (const [name, value] of Object.entries(makePageHeaders())) reply.header(name, value);
    },
  });
  app.setNotFoundHandler((request, reply) =>
    isNavigation(request) ? reply.sendFile('index.html') : refuse(reply),
  );
}

/** A build while the server runs changes the page and its policy. */
function followPage(path: string, withDevtools: boolean): PageHeaders {
  const read = () => ({
    modifiedAt: statSync(path).mtimeMs,
    makeHeaders: preparePageHeaders(readFileSync(path, 'utf8'), { withDevtools }),
  });
  let page = read();
  return () => {
    // The file is missing for a moment while a build writes.
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modifiedAt !== undefined && modifiedAt !== page.modifiedAt) page = read();
    return page.makeHeaders();
  };
}

/** Whether a person opens an address, as opposed to code that requests data or a file. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  const isOfServer = /^\/(api|socket\.io|static)(\/|$)/.test(path);
  if (!/^(GET|HEAD)$/.test(method) || isOfServer) return false;
  const isLikeFile = /\.[^/]+$/.test(path);
  return !isLikeFile || isForWindow(headers);
}

/** Browsers send the mode, but not for insecure addresses. */
function isForWindow({ 'sec-fetch-mode': mode, accept }: FastifyRequest['headers']): boolean {
  return mode === undefined ? accept?.includes('text/html') === true : mode === 'navigate';
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ success: false, message: 'There is nothing at this address.' });
}
