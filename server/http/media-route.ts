/**
 * Serves pictures. The unguessable address is the permission, since an <img> sends no token. The content never changes,
 * cannot run scripts, and sends no referrer to other sites. Browsers store it only in the app's own cache, which a logout
 * empties.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../domain/errors.ts';
import type { PictureStore } from '../domain/ports/pictures.ts';
import { isUnchanged } from './json-answers.ts';
import type { RateLimits } from './rate-limits.ts';

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

export function addMediaRoute(
  app: FastifyInstance,
  pictures: PictureStore,
  limits: RateLimits,
  options: { isShownByOtherSites: boolean },
): void {
  const resourcePolicy = options.isShownByOtherSites ? 'cross-origin' : 'same-origin';

  app.get<{ Params: { id: string } }>(
    '/media/:id',
    { exposeHeadRoute: true, onRequest: limits.files },
    async (request, reply) => {
      const { id } = request.params;
      const picture = await pictures.find(id);
      if (!picture) throw new DomainError('notFound', 'This picture does not exist.');

      const tag = `"${id}"`;
      reply.headers({
        etag: tag,
        // Browsers add inline styles when they show a picture alone in a window.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': resourcePolicy,
        'referrer-policy': 'no-referrer',
      });
      if (isUnchanged(request, tag)) return reply.code(304).send();

      const { size, type } = picture;
      const range = asksForPart(request, tag)
        ? readByteRange(request.headers.range, size)
        : undefined;
      if (range === 'outside') {
        reply.headers({
          'content-range': `bytes */${size}`,
        });
        return reply.code(416).send({ success: false, message: 'The picture has no such part.' });
      }
      reply.type(type).headers({
        'accept-ranges': 'bytes',
        'content-disposition': `inline; filename="picture.${EXTENSIONS[type]}"`,
      });
      if (range) {
        const { first, last } = range;
        reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
      }
      const length = range ? range.last - range.first + 1 : size;
      reply.header('content-length', length);
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      limits.payForFile(request, length);
      return reply.send(await picture.read(range));
    },
  );
}

/** Whether the client requests a part; `If-Range` must match the current tag. */
function asksForPart({ method, headers }: FastifyRequest, tag: string): boolean {
  const expected = headers['if-range'];
  return method === 'GET' && (expected === undefined || expected === tag);
}

/** The header `Range` (RFC 9110, section 14): which bytes a client requests. */

interface ByteRange {
  /** First and last byte, both inclusive. */
  first: number;
  last: number;
}

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/i;

/**
 * Undefined for the whole content: no header, another unit, or several ranges, which a server may ignore. `outside` if
 * the range is outside the content.
 */
function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'outside' | undefined {
  const match = header === undefined ? null : SINGLE.exec(header.replaceAll(' ', ''));
  if (!match) return undefined;
  const [, from, to, suffix] = match;
  const end = size - 1;
  const first = from === undefined ? Math.max(0, size - Number(suffix)) : Number(from);
  const last = from === undefined || to === undefined ? end : Math.min(end, Number(to));
  // A range that ends before it begins is invalid.
  if (from !== undefined && to !== undefined && Number(to) < first) return undefined;
  return first > last ? 'outside' : { first, last };
}
