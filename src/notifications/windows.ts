/**
 * What the windows of one account agree on: which of them announces messages, and which conversations are being read.
 * Both use Web Locks, which the browser releases when a window is closed in any way.
 *
 * Browsers have no locks on an insecure address. There each window announces, and knows only what it is reading itself.
 */

import { getLocks, holdLock } from '../lib/windows.ts';
import type { UserId } from '../protocol/entities.ts';
import { isAttended, subscribeLooks } from '../stores/attention.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';

/** Requests this `role` for the window, until `signal` is aborted; only one window has it. Returns whether this one has. */
export function standForSpeaker(role: string, signal: AbortSignal): () => boolean {
  let isSpeaker = !getLocks();
  holdLock(`duet-${role}`, { signal }, () => {
    isSpeaker = true;
  });
  return () => isSpeaker;
}

const lockOfReading = (accountId: UserId, peerId: UserId) => `duet-reading-${accountId}-${peerId}`;

/** Tells the other windows what is being read in this one, until `signal` is aborted. */
export function shareReading(accountId: UserId, signal: AbortSignal): void {
  let shared: { peerId: UserId; reading: AbortController } | null = null;
  function share(): void {
    const selectedId = getSelectedUserId();
    const peerId = selectedId !== null && isAttended(selectedId) ? selectedId : null;
    if (peerId === (shared?.peerId ?? null)) return;
    shared?.reading.abort();
    shared = peerId === null ? null : { peerId, reading: new AbortController() };
    if (!shared) return;
    const { signal: untilLeft } = shared.reading;
    holdLock(lockOfReading(accountId, shared.peerId), { mode: 'shared', signal: untilLeft });
  }
  const stops = [subscribeLooks(share), subscribeSelection(share)];
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
    shared?.reading.abort();
  });
  share();
}

/** Whether a person reads the conversation in some window of this browser. */
export async function isReadSomewhere(accountId: UserId, peerId: UserId): Promise<boolean> {
  if (isAttended(peerId)) return true;
  const { held = [] } =
    (await getLocks()
      ?.query()
      .catch(() => undefined)) ?? {};
  return held.some(({ name }) => name === lockOfReading(accountId, peerId));
}
