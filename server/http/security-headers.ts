/**
 * Headers of every answer, and more for pages. As OWASP advises, answers to calls omit headers that mean nothing for
 * data: most answers are calls.
 */
import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Browsers never use plain HTTP for this host for a year, as OWASP advises. */
const HTTPS_ONLY = 'max-age=31536000';

/** Browser features that this page never uses. */
const UNUSED_ABILITIES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
  'hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

/** For answers that are not pages: nothing in them can run or load, whatever the browser takes them for. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer, also without a route. Answers are not cached unless they say so. `isHttps`: people reach the
 * server over HTTPS only. `withSubdomains`: all hosts below this one, too, which may be other sites of the operator.
 */
export function listBasicHeaders({
  isHttps,
  withSubdomains,
}: {
  isHttps: boolean;
  withSubdomains: boolean;
}): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': NO_PAGE,
    ...(isHttps && {
      'strict-transport-security': withSubdomains ? `${HTTPS_ONLY}; includeSubDomains` : HTTPS_ONLY,
    }),
  };
}

export function addBasicHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Passes the nonce for styles to the page's scripts, in a header that they can read (Server-Timing). */
const NONCE_METRIC = 'style-nonce';

/** The page's policy as headers of one answer; each answer has its own nonce. */
export type PageHeaders = () => Record<string, string>;

/**
 * The page runs only its own scripts: files of this origin, and inline scripts of the build, allowed by hash. Styles
 * are allowed in the same way: those of the build, those that a library inserts (listed by the build), and the empty
 * sheets to which Emotion adds rules. The nonce is for the devtools, which insert styles as text. The page stays a
 * static file, since its scripts read the nonce from the headers. Calls and sockets may go to the page's origin and to
 * the backend of the build, if that is another. Pictures may come from anywhere, since a backend may store them
 * elsewhere. If the page has no Devtools, a header says so.
 */
export function preparePageHeaders(
  html: string,
  { withDevtools }: { withDevtools: boolean },
): PageHeaders {
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
      // Blobs of the page: pictures that are saved as files.
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
      'server-timing': withDevtools ? `${NONCE_METRIC};desc="${nonce}"` : 'devtools;desc="off"',
    };
  };
}

function findAll(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&#39;', "'"));
}

function listOrigins(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { origin } = new URL(address);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** A script or style as the policy lists it. */
function toSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
