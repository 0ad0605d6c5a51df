/**
 * What the windows of one account agree on: which of them announces messages, and which conversations are being read.
 * Both use Web Locks, which the browser releases when a window is closed in any way.
 *
 * Browsers have no locks on an insecure address. There the windows claim each message instead, and each knows only what
 * it is reading itself.
 */

import { createWindowChannel, getLocks, holdLock } from '../lib/windows.ts';
import type { UserId } from '../protocol/entities.ts';
import { isAttended, subscribeLooks } from '../stores/attention.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';

/** By then every window has the message, and the others' claims. */
const CLAIM_MS = 250;
/** Messages whose claims are remembered: no window gets a message later than that. */
const MAX_CLAIMS = 1_000;

export interface Speaker {
  /** Whether this window announces a message. */
  isToTell(messageId: string): Promise<boolean>;
}

/** Requests this `role` for the window, until `signal` is aborted; only one window has it. */
export function standForSpeaker(role: string, signal: AbortSignal): Speaker {
  if (!getLocks()) return claimEach(role, signal);
  let isSpeaker = false;
  holdLock(`duet-${role}`, { signal }, () => {
    isSpeaker = true;
  });
  return { isToTell: async () => isSpeaker };
}

interface Claim {
  messageId: string;
  /** A random number: of the windows that claim at a time, the lowest wins. */
  lot: number;
}

function claimEach(role: string, signal: AbortSignal): Speaker {
  const channel = createWindowChannel<Claim>(`duet-${role}`);
  /** The lowest number that another window has drawn for a message. */
  const rivals = new Map<string, number>();
  channel.subscribe(({ messageId, lot }) => {
    rivals.set(messageId, Math.min(lot, rivals.get(messageId) ?? lot));
    const [oldest] = rivals.keys();
    if (oldest !== undefined && rivals.size > MAX_CLAIMS) rivals.delete(oldest);
  });
  signal.addEventListener('abort', channel.close);
  return {
    async isToTell(messageId) {
      // A window that got the message earlier has claimed it.
      if (signal.aborted || rivals.has(messageId)) return false;
      const lot = Math.random();
      channel.post({ messageId, lot });
      await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
      return !signal.aborted && lot < (rivals.get(messageId) ?? 1);
    },
  };
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
