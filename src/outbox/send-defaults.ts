/** How Query sends a message of the outbox: after the pause, as long as a retry may succeed. */

import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors.ts';
import { isTransient } from '../api/retry.ts';
import { isCutOff } from '../backend/connection.ts';
import { messageKeys } from '../conversation/message-keys.ts';
import { messageOf } from '../lib/message-of.ts';
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

/** How long a try waits for the device's storage, in ms. */
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
  /** Another window owns the message now. */
  handleTakenOver(outgoing: Outgoing): void;
}

/** Set as defaults, so that stored messages get them too. */
export function setSendDefaults(options: SendDefaultsOptions): void {
  const { queryClient, queue, disk, backoff, undos, signal } = options;

  const context: DeliveryContext = {
    queryClient,
    signal,
    getPriorTries: disk.getPriorTries,
    setPriorTries(key, tries) {
      disk.setPriorTries(key, tries);
      // A storage that does not answer must not block messages.
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

  /** Notified once, until a message succeeds. The cache's global error handler notifies final failures. */
  function noteFailure(key: string, error: unknown): void {
    backoff.noteFailure(key, error);
    const isLasting = backoff.countFailures(key) > QUIET_FAILURES && isTransient(error);
    // The connection status already shows an outage.
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
        waitsFor: `the next try, after: ${messageOf(error)}`,
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
      // Later messages wait for the end of its tries.
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

/** The person is signed out, or the message is removed. */
const gone = (message: string) => new ApiError({ kind: 'network', message, isMoot: true });
