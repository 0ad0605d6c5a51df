/** How many bytes of pictures a person has sent in the current day (feature `pictureDay`). */
import type { FastifyInstance } from 'fastify';
import { type PictureDayResponse, paths } from '../../src/protocol/http.ts';
import type { PictureAllowance } from '../domain/picture-allowance.ts';
import { toIso } from '../presenter.ts';
import { readSession } from './authenticate.ts';
import type { RouteContext } from './route-context.ts';

export function addPictureDayRoute(
  app: FastifyInstance,
  allowance: PictureAllowance,
  { authenticate, limits }: RouteContext,
): void {
  app.get(
    paths.pictureDay,
    { onRequest: [authenticate, ...limits.calls] },
    async (request): Promise<PictureDayResponse> => {
      const { bytes, limit, endsAt } = await allowance.read(readSession(request).userId);
      return { success: true, bytes, limit, endsAt: toIso(endsAt) };
    },
  );
}
