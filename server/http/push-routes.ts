/** Features `push` and `mutes`: the browser that gets pushes, and who causes none. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type MutesResponse,
  type PushDeviceState,
  type PushResponse,
  paths,
} from '../../src/protocol/http.ts';
import { DomainError } from '../domain/errors.ts';
import type { Mutes } from '../domain/mutes.ts';
import type { KnownDevice, Mute, PushFailure, PushStore } from '../domain/ports/push.ts';
import { toIso } from '../presenter.ts';
import type { Push } from '../push/open-push.ts';
import { areBrowserKeys } from '../push/web-push.ts';
import { muteSchema, pushDeviceSchema } from './account-schemas.ts';
import { readSession } from './authenticate.ts';
import { parse } from './fields.ts';
import type { RouteContext, WithUserId } from './rate-limits.ts';

/** The price of a test, which posts to another server. */
const TEST_COST = 20;

const SENTENCES: Readonly<Record<PushFailure, string>> = {
  address:
    'This server does not post to the address of your browser’s push service. Its operator can allow it (PUSH_SERVICES).',
  unreachable:
    'This server cannot reach your browser’s push service. Its operator may have to allow connections to it.',
  slow: 'Your browser’s push service did not answer in time. Messages wait; test again in a few minutes.',
  busy: 'Your browser’s push service asked for a pause. Messages wait; test again in an hour.',
  service: 'Your browser’s push service has a problem. Messages wait; test again in a few minutes.',
  refused:
    'Your browser’s push service refused it. Switch notifications off and on again on this device.',
  tooLarge:
    'The notification was too large for your browser’s push service. Let notifications show the name only.',
  gone: 'This browser has ended its subscription. Switch notifications off and on again.',
};

export function addPushRoutes(
  app: FastifyInstance,
  { push, store }: { push: Push; store: PushStore },
  { limits }: RouteContext,
): void {
  const onRequest = limits.calls;
  const answer = async (
    request: FastifyRequest,
    failed?: string,
  ): Promise<PushResponse & { success: true }> => {
    const device = await store.findPushDevice(readSession(request).tokenHash);
    return {
      success: true,
      ...('why' in push ? { why: push.why } : { publicKey: push.pusher.publicKey }),
      ...(device && {
        device: { ...presentDevice(device), ...(failed !== undefined && { failed }) },
      }),
    };
  };
  const requirePusher = () => {
    if ('why' in push) throw new DomainError('invalid', push.why);
    return push;
  };

  app.get(paths.push, { onRequest }, (request): Promise<PushResponse> => answer(request));

  app.put(paths.pushDevice, { onRequest }, async (request): Promise<PushResponse> => {
    const { pusher, addPerson } = requirePusher();
    const device = parse(pushDeviceSchema, request.body);
    if (!pusher.isService(device.endpoint)) {
      const host = URL.canParse(device.endpoint) ? new URL(device.endpoint).host : 'this address';
      throw new DomainError(
        'invalid',
        `This server does not push to ${host}. Its operator can allow it (PUSH_SERVICES).`,
      );
    }
    if (!areBrowserKeys(device)) {
      throw new DomainError('invalid', 'The keys of the subscription are not valid.');
    }
    const { userId, tokenHash } = readSession(request);
    if (!(await store.keepPushDevice({ ...device, tokenHash }))) {
      throw new DomainError('unauthenticated', 'Your session has ended. Log in again.');
    }
    addPerson(userId);
    return answer(request);
  });

  app.post(paths.endPush, { onRequest }, async (request): Promise<PushResponse> => {
    await store.deletePushDevice(readSession(request).tokenHash);
    return answer(request);
  });

  app.post(
    paths.testPush,
    { onRequest: limits.callsOf(TEST_COST) },
    async (request): Promise<PushResponse> => {
      const { pusher } = requirePusher();
      const { userId, tokenHash } = readSession(request);
      const device = await store.findPushDevice(tokenHash);
      if (!device) throw new DomainError('invalid', 'This browser gets no pushes yet.');
      const failure = await pusher.test(device, userId);
      return answer(request, failure && SENTENCES[failure]);
    },
  );
}

function presentDevice({
  endpoint,
  detail,
  quiet,
  acceptedAt,
  failure,
}: KnownDevice): PushDeviceState {
  return {
    endpoint,
    detail,
    ...(quiet && { quiet }),
    ...(acceptedAt !== undefined && { acceptedAt: toIso(acceptedAt) }),
    ...(failure && { failed: SENTENCES[failure] }),
  };
}

export function addMuteRoutes(
  app: FastifyInstance,
  mutes: Mutes,
  { presenter, limits }: RouteContext,
): void {
  const onRequest = limits.calls;
  const answer = (list: readonly Mute[]): MutesResponse => ({
    success: true,
    mutes: presenter.presentMutes(list),
  });

  app.get(paths.mutes, { onRequest }, async (request) =>
    answer(await mutes.list(readSession(request).userId)),
  );

  app.put<WithUserId>(paths.mute, { onRequest }, async (request) => {
    const { forMs } = parse(muteSchema, request.body);
    return answer(await mutes.mute(readSession(request).userId, request.params.userId, forMs));
  });

  app.put<WithUserId>(paths.unmute, { onRequest }, async (request) =>
    answer(await mutes.unmute(readSession(request).userId, request.params.userId)),
  );
}
