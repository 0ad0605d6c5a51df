/**
 * Serves pictures. The unguessable address is the permission, since an <img> sends no token. The content never changes,
 * cannot run scripts, and sends no referrer to other sites. Browsers store it only in the app's own cache, which a logout
 * empties.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
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
      reply.type(type).headers({
        'content-disposition': `inline; filename="picture.${EXTENSIONS[type]}"`,
        'content-length': size,
      });
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      limits.payForFile(request, size);
      return reply.send(await picture.read());
    },
  );
}
