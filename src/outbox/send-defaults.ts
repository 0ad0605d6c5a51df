/** How Query tries a message of the outbox: once the pause is over, as often as it may yet succeed. */
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { isTransient } from '../api/retry.ts';
import { isCutOff } from '../backend/connection.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { sleep } from '../lib/sleep.ts';
import type { Message } from '../protocol/entities.ts';
import { notify } from '../ui/notify.ts';
import type { Backoff } from './backoff.ts';
import { type DeliveryContext, deliver } from './delivery.ts';
import { noteProgress } from './delivery-progress.ts';
import type { Disk } from './disk.ts';
import { type Outgoing, QUIET_FAILURES } from './outgoing.ts';
import type { Queue } from './queue.ts';
import type { Undos } from './undo.ts';

/** How long a try waits for the disk, in ms. */
const DISK_WAIT_MS = 3_000;

interface SendDefaultsOptions {
  queryClient: QueryClient;
  queue: Queue;
  disk: Disk;
  backoff: Backoff;
  undos: Undos;
  /** Aborted when the session ends. */
  signal: AbortSignal;
  handleSent(message: Message, outgoing: Outgoing): void;
  handleFailed(error: Error, outgoing: Outgoing): void;
  /** Another window has the message now. */
  handleTakenOver(outgoing: Outgoing): void;
}

/** As defaults, so that messages read from the disk get them too. */
export function setSendDefaults(options: SendDefaultsOptions): void {
  const { queryClient, queue, disk, backoff, undos, signal } = options;

  const context: DeliveryContext = {
    queryClient,
    signal,
    getPriorTries: disk.getPriorTries,
    setPriorTries(key, tries) {
      disk.setPriorTries(key, tries);
      // One that does not answer holds nothing up.
      return Promise.race([disk.store(key), sleep(DISK_WAIT_MS, signal)]);
    },
    async confirm(outgoing) {
      const stays = sleep(DISK_WAIT_MS, signal).then(() => false);
      if (!(await Promise.race([disk.hasLost(outgoing.key), stays]))) return;
      options.handleTakenOver(outgoing);
      throw gone('Another window sends the message.');
    },
    handOver(key) {
      if (!queue.find(key)) throw gone('The message was taken back.');
      undos.handOver(key);
    },
    handBack: undos.handBack,
  };

  // Query resumes paused queries only after all paused mutations, and one of ours may wait for such a query.
  const stopOnline = onlineManager.subscribe((isOnline) => {
    if (isOnline) queryClient.getQueryCache().onOnline();
  });
  signal.addEventListener('abort', stopOnline);

  let isTroubleTold = false;

  /** Told once, until one gets through. Other failures end the tries, and the cache's one door tells of them. */
  function noteFailure(key: string, error: unknown): void {
    backoff.noteFailure(key, error);
    const isLasting = backoff.countFailures(key) > QUIET_FAILURES && isTransient(error);
    // Of an outage the connection tells.
    if (
      !isLasting ||
      isTroubleTold ||
      isCutOff(queryClient) ||
      signal.aborted ||
      !(error instanceof Error)
    )
      return;
    isTroubleTold = true;
    notify.error(error.message);
  }

  async function tryToSend(outgoing: Outgoing): Promise<Message> {
    const { key } = outgoing;
    const mutation = queue.find(key);
    const attempt = backoff.countFailures(key) + 1;
    await backoff.wait(key, signal, (endsAt, error) =>
      noteProgress(mutation, {
        attempt,
        waitsFor: `the next try, after: ${error instanceof Error ? error.message : error}`,
        nextTryAt: new Date(endsAt).toISOString(),
      }),
    );
    noteProgress(mutation, { attempt, waitsFor: 'the answer' });
    try {
      const message = await deliver(outgoing, context);
      isTroubleTold = false;
      return message;
    } catch (error) {
      if (signal.aborted) throw gone('The session has ended.');
      // Those behind it wait for the end of its tries.
      if (!queue.find(key)) throw gone('The message was discarded.');
      noteFailure(key, error);
      throw error;
    }
  }

  queryClient.setMutationDefaults<Message, Error, Outgoing>(messageKeys.all, {
    mutationFn: (outgoing) => queue.during(outgoing.key, () => tryToSend(outgoing)),
    onSuccess: options.handleSent,
    onError: options.handleFailed,
    retry: (_count, error) => isTransient(error),
    retryDelay: 0,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The person is gone, or the message is. */
const gone = (message: string) => new ApiError({ kind: 'network', message, isMoot: true });
