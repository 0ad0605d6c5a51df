/** Headers of every answer, and the policy of the app's page. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** A year and everything below the host, as OWASP advises; browsers then never ask over plain HTTP. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** What a page might ask a browser for, and this one never does. */
const UNUSED_ABILITIES =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
  'hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()';

/** For answers that are no page: whatever a browser takes them for, they run and load nothing. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** With `isHttps` people reach the server over HTTPS only. */
export function addSecurityHeaders(app: FastifyInstance, options: { isHttps: boolean }): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'permissions-policy': UNUSED_ABILITIES,
      'content-security-policy': NO_PAGE,
      'cross-origin-opener-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
      ...(options.isHttps && { 'strict-transport-security': HTTPS_ONLY }),
    });
    done();
  });
}

/**
 * The page runs its own scripts only: files of this origin and the inline ones it was built with, told by
 * their hash. Styles are made at run time by Emotion. Pictures may come from anywhere, since a backend may
 * keep them elsewhere; so may the sockets' origin, which browsers do not count as 'self' everywhere.
 */
export function makePagePolicy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:",
    "connect-src 'self' ws: wss:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
