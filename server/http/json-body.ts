/** JSON is the only way in. A call without payload may name the type and send nothing. */
import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance } from 'fastify';

/** Code of the error for a compressed body: a small one may hold more than the memory. */
export const UNSUPPORTED_ENCODING = 'UNSUPPORTED_ENCODING';

/** Bytes of a body without pictures: every field at its longest, each character escaped, and to spare. */
export const BODY_BYTES = 16 * 1024;

/** Bytes of a body that may hold a picture as base64, or the longest text with each character escaped. */
export function bodyBytesWith(imageBytes: number): number {
  return Math.max(Math.ceil(imageBytes / 3) * 4, 64 * 1024) + 4 * 1024;
}

export function acceptJsonOnly(app: FastifyInstance): void {
  // Refuses `__proto__` and `constructor.prototype` keys, which other code might merge one day.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) done(null, undefined);
      // Decoded all the same, it would be stored as other words than were written.
      else if (!isUtf8(body)) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined);
      else parseJson(request, body.toString(), done);
    },
  );
  app.addHook('preParsing', ({ headers }, reply, payload, done) => {
    const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return done(null, payload);
    // What the server would take in its place (RFC 9110, section 15.5.16).
    reply.header('accept-encoding', 'identity');
    done(Object.assign(new Error(encoding), { statusCode: 415, code: UNSUPPORTED_ENCODING }));
  });
  // Some clients name the type of forms where they send nothing. Whatever is sent is refused before it is read.
  app.addContentTypeParser('*', ({ headers, is404 }, _body, done) => {
    const { 'transfer-encoding': coding, 'content-length': length = '0' } = headers;
    const isEmpty = coding === undefined && length === '0';
    if (isEmpty || is404) done(null, undefined);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(), undefined);
  });
}
