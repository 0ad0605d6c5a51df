/** Pushes as a part of the app: told of new messages by the notifier, and of those of other nodes by the gateway. */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { UserId } from '../../src/protocol/entities.ts';
import type { Config } from '../config.ts';
import type { Notifier } from '../domain/ports/notifier.ts';
import type { DueMessage, PushFailure, PushStore } from '../domain/ports/push.ts';
import type { Clock } from '../domain/ports/store.ts';
import type { openGateway } from '../realtime/gateway.ts';
import { createDeliver, type PushNetwork } from './deliver.ts';
import { createPusher, type Pusher } from './pusher.ts';
import { type Timing, timingOf } from './timing.ts';
import { makePushKeys } from './web-push.ts';

/** Messages for the node that pushes are gathered for so long; it has two seconds. */
const GATHER_MS = 100;

interface Parts {
  store: PushStore;
  config: Pick<Config, 'PUBLIC_URL' | 'PUSH' | 'PUSH_SERVICES'>;
  gateway: Pick<ReturnType<typeof openGateway>, 'isShown' | 'publishPush' | 'listenPush'>;
  addressOf(picture: { id: string }): string;
  clock: Clock;
  now(): number;
  log: FastifyBaseLogger;
  isAlone: boolean;
  network?: PushNetwork;
  timing?: Timing;
  count?: (outcome: PushFailure | 'accepted') => void;
}

/** `why` is a sentence for people if this server does not push. */
export type Push = { pusher: Pusher; addPerson(userId: UserId): void } | { why: string };

export async function openPush(
  parts: Parts,
): Promise<{ push: Push; watch(notifier: Notifier): Notifier; close(): void }> {
  const why = whyNot(parts.config);
  const pusher = why === undefined ? await open(parts) : undefined;
  if (!pusher) {
    const reason = why ?? 'The server could not start it. Its log says more.';
    return { push: { why: reason }, watch: (notifier) => notifier, close: () => undefined };
  }
  const { gateway, isAlone } = parts;
  let due: DueMessage[] = [];

  function add(message: DueMessage): void {
    if (isAlone) {
      gateway.publishPush({ kind: 'pushDue', messages: [message] });
      return;
    }
    if (due.length === 0) {
      setTimeout(() => {
        gateway.publishPush({ kind: 'pushDue', messages: due });
        due = [];
      }, GATHER_MS).unref();
    }
    due.push(message);
  }

  gateway.listenPush((news) => {
    if (news.kind === 'pushDue') for (const message of news.messages) pusher.addMessage(message);
    else if (news.kind === 'pushDevice') pusher.addPerson(news.userId);
    else void pusher.findInStore();
  });
  const addPerson = (userId: UserId) => gateway.publishPush({ kind: 'pushDevice', userId });

  return {
    push: { pusher, addPerson },
    watch: (notifier) => ({
      ...notifier,
      messageStored(message, sides, ...rest) {
        notifier.messageStored(message, sides, ...rest);
        const { receiverId, senderId, change: number } = message;
        if (sides.receiver && pusher.hasDevice(receiverId)) add({ receiverId, senderId, number });
      },
      messageChanged(changes) {
        notifier.messageChanged(changes);
        for (const { personId, message } of changes) {
          if (!message.deleted || personId !== message.receiverId) continue;
          pusher.addDeletion(message, message._id);
        }
      },
    }),
    close: pusher.close,
  };
}

function whyNot({ PUSH, PUBLIC_URL }: Parts['config']): string | undefined {
  if (!PUSH) return 'The operator of this server has switched it off.';
  if (PUBLIC_URL?.startsWith('https:')) return undefined;
  return 'This server has no https address, which push services ask for. Its operator can set one (PUBLIC_URL).';
}

async function open(parts: Parts): Promise<Pusher | undefined> {
  const { store, config, gateway, log, isAlone } = parts;
  const report = (error: unknown, what: string) => log.error({ err: error }, what);
  try {
    const pusher = createPusher({
      store,
      keys: await store.keepPushKeys(makePushKeys()),
      deliver: createDeliver(config.PUSH_SERVICES, parts.network),
      subject: config.PUBLIC_URL ?? '',
      isShown: gateway.isShown,
      addressOf: (id) => parts.addressOf({ id }),
      clock: parts.clock,
      timing: parts.timing ?? timingOf(parts.now),
      ...(!isAlone && { node: randomUUID() }),
      report,
      countOutcome({ service, failure }) {
        parts.count?.(failure ?? 'accepted');
        if (failure === 'gone') log.info({ service }, 'browser does not get pushes any more');
        else if (failure) log.warn({ service, failure }, 'push not accepted');
      },
    });
    await pusher.open();
    return pusher;
  } catch (error) {
    report(error, 'pushes not started');
    return undefined;
  }
}
