/**
 * Pictures by their unguessable address, which is the permission: an <img> sends no token. Answers never
 * change, run nothing, and tell no other site where they were shown.
 */
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain/errors.ts';
import type { PictureStore } from '../domain/ports.ts';

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

export function addMediaRoute(
  app: FastifyInstance,
  pictures: PictureStore,
  options: { isShownByOtherSites: boolean },
): void {
  const resourcePolicy = options.isShownByOtherSites ? 'cross-origin' : 'same-origin';

  app.get<{ Params: { id: string } }>(
    '/media/:id',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { id } = request.params;
      const picture = await pictures.read(id);
      if (!picture) throw new DomainError('notFound', 'This picture does not exist.');

      const tag = `"${id}"`;
      reply.headers({
        etag: tag,
        'cache-control': 'private, max-age=31536000, immutable',
        // The browser styles a picture that stands alone in a window with inline styles of its own.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': resourcePolicy,
        'referrer-policy': 'no-referrer',
      });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply
        .type(picture.type)
        .header('content-disposition', `inline; filename="picture.${EXTENSIONS[picture.type]}"`)
        .send(picture.bytes);
    },
  );
}
