/** Posts a push to the devices of a person, and pauses for a device after a failure of its push service. */
import { createHmac } from 'node:crypto';
import type { PushContent } from '../../src/protocol/http.ts';
import type {
  KnownDevice,
  PushDevice,
  PushFailure,
  PushKeys,
  PushPair,
  PushRecord,
} from '../domain/ports/push.ts';
import type { Clock } from '../domain/ports/store.ts';
import { createKeyedLimit } from '../limits/gate.ts';
import type { Deliver, PushOutcome } from './deliver.ts';
import { limitDetail, toJson } from './push-content.ts';
import type { Timing } from './timing.ts';
import { writePush } from './web-push.ts';

/** A push service keeps a push for a device that is away, and the server retries it, for a day. */
export const TTL_S = 24 * 60 * 60;
/** Devices of one receiver that are posted to at a time: their service serves others, too. */
const AT_ONCE = 3;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

export interface PosterParts {
  deliver: Deliver;
  keys: PushKeys;
  /** Address of this server, for push services that complain. */
  subject: string;
  clock: Clock;
  timing: Timing;
  /** Called for each answer of a push service; without a failure it has accepted. */
  countOutcome(outcome: { service: string; failure?: PushFailure }): void;
}

export interface DeviceOutcome {
  tokenHash: string;
  endpoint: string;
  outcome: PushOutcome;
  retryAt: number;
}

export type Poster = ReturnType<typeof createPoster>;

export function createPoster({ deliver, keys, subject, clock, timing, countOutcome }: PosterParts) {
  const pauses = new Map<string, { until: number; failures: number }>();
  const limit = createKeyedLimit(AT_ONCE);

  async function post(
    device: PushDevice,
    content: PushContent,
    topic: string,
  ): Promise<PushOutcome> {
    const { endpoint } = device;
    const options = { keys, subject, now: clock(), ttlS: TTL_S, topic };
    const outcome = await deliver.post(endpoint, writePush(device, toJson(content), options));
    const service = URL.canParse(endpoint) ? new URL(endpoint).host : '';
    countOutcome({ service, ...('failure' in outcome && { failure: outcome.failure }) });
    return outcome;
  }

  async function postOrPause(
    device: KnownDevice,
    content: PushContent,
    topic: string,
  ): Promise<DeviceOutcome> {
    const { tokenHash, endpoint } = device;
    const pause = pauses.get(tokenHash);
    if (pause && pause.until > timing.now()) {
      const failure = device.failure ?? 'busy';
      return { tokenHash, endpoint, outcome: { kind: 'later', failure }, retryAt: pause.until };
    }
    const outcome = await post(device, limitDetail(content, device), topic);
    if (outcome.kind !== 'later') {
      pauses.delete(tokenHash);
      return { tokenHash, endpoint, outcome, retryAt: 0 };
    }
    const failures = (pause?.failures ?? 0) + 1;
    const ownMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    const until = timing.now() + Math.max(ownMs, outcome.retryAfterMs ?? 0);
    pauses.set(tokenHash, { until, failures });
    return { tokenHash, endpoint, outcome, retryAt: until };
  }

  /** The same for each push of a conversation. Tells a push service nothing about it. */
  const topicOf = ({ receiverId, senderId }: PushPair): string =>
    createHmac('sha256', keys.privateKey)
      .update(`${receiverId} ${senderId}`)
      .digest('base64url')
      .slice(0, 32);

  return {
    postToAll: (
      devices: readonly KnownDevice[],
      pair: PushPair,
      content: PushContent,
    ): Promise<DeviceOutcome[]> =>
      Promise.all(
        devices.map((device) =>
          limit(pair.receiverId, () => postOrPause(device, content, topicOf(pair))),
        ),
      ),

    /** At once, also in a pause. Resolves to why it was not accepted. */
    async postTest(device: PushDevice, content: PushContent): Promise<PushFailure | undefined> {
      const outcome = await post(device, content, 'test');
      if ('failure' in outcome) return outcome.failure;
      pauses.delete(device.tokenHash);
      return undefined;
    },
  };
}

export const toRecordedOutcomes = (outcomes: readonly DeviceOutcome[]): PushRecord['outcomes'] =>
  outcomes.map(({ tokenHash, endpoint, outcome }) => ({
    tokenHash,
    endpoint,
    ...('failure' in outcome && { failure: outcome.failure }),
  }));
