/**
 * Headers of every answer, and what a page needs beyond them. As OWASP advises, answers to calls do without what
 * means nothing to data: they are what a server writes most.
 */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** A year and everything below the host, as OWASP advises; browsers then never ask over plain HTTP. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** What a page might ask a browser for, and this one never does. */
const UNUSED_ABILITIES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
  'hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

/** For answers that are no page: whatever a browser takes them for, they run and load nothing. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/**
 * What every answer carries, also those that no route gives. It is kept nowhere, unless it says otherwise by
 * itself. With `isHttps` people reach the server over HTTPS only.
 */
export function listBasicHeaders({ isHttps }: { isHttps: boolean }): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': NO_PAGE,
    ...(isHttps && { 'strict-transport-security': HTTPS_ONLY }),
  };
}

export function addBasicHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Names the nonce of the page's styles to its scripts, in a header that they can read (Server-Timing). */
const NONCE_METRIC = 'style-nonce';

/** What the page may do, as headers of one answer: each has a nonce of its own. */
export type PageHeaders = () => Record<string, string>;

/**
 * The page runs its own scripts only: files of this origin and the inline ones it was built with, told by
 * their hash. Its styles are told in the same way: those it was built with, those that a library inserts
 * (named by the build), and the empty sheets to which Emotion adds its rules. The nonce is for the devtools,
 * which write theirs as text; the page stays a file, since its scripts read the nonce from the headers.
 * Calls and sockets go to the page's own origin, which stands for its sockets, too, and to the backend that the
 * page was built for, if that is another. Pictures may come from anywhere, since a backend may keep them elsewhere.
 */
export function preparePageHeaders(html: string): PageHeaders {
  const scripts = findAll(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi).map(toSource);
  const sheets = findAll(html, /<style[^>]*>([\s\S]*?)<\/style>/gi).map(toSource);
  const attributes = findAll(html, /\sstyle="([^"]*)"/gi).map(toSource);
  const inserted = findAll(html, /<meta name="inserted-styles" content="([^"]*)"/gi);
  const backends = findAll(html, /<meta name="backend" content="([^"]*)"/gi).flatMap(listOrigins);
  const styles = [...sheets, ...inserted, toSource('')].join(' ');
  return () => {
    const nonce = randomBytes(16).toString('base64url');
    const policy = [
      "default-src 'self'",
      ["script-src 'self'", ...scripts].join(' '),
      `style-src 'self' ${styles} 'nonce-${nonce}'`,
      ["style-src-attr 'unsafe-hashes'", ...attributes].join(' '),
      "img-src 'self' data: blob: http: https:",
      // Blobs of the page's own: pictures that are saved as files.
      ["connect-src 'self' blob:", ...backends].join(' '),
      "font-src 'self' data:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ];
    return {
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': UNUSED_ABILITIES,
      'referrer-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
      'server-timing': `${NONCE_METRIC};desc="${nonce}"`,
    };
  };
}

function findAll(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&#39;', "'"));
}

/** An address as a policy names it: for calls, and for sockets. */
function listOrigins(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** A script or a style as a policy names it. */
function toSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
