/** Mutes people for a time. Servers with the feature `mutes` keep them for all devices. */
import { useMutation } from '@tanstack/react-query';
import { listMutes, setMute } from '../api/push.ts';
import { useHasFeature } from '../backend/connection.ts';
import type { UserId } from '../protocol/entities.ts';
import {
  getMutes,
  type MutedUntil,
  receiveMutes,
  setMutes,
  subscribeMutes,
} from '../stores/people-settings.ts';

/** Longest timer of browsers, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends each mute when its time is over. Returns a function that stops this. */
export function followMutes(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const planNext = () => {
    clearTimeout(timer);
    const ends = [...getMutes().values()].map((until) => until ?? Number.POSITIVE_INFINITY);
    const next = Math.min(...ends);
    if (next === Number.POSITIVE_INFINITY) return;
    const delayMs = Math.min(Math.max(0, next - Date.now()), MAX_TIMER_MS);
    timer = setTimeout(() => setMutes(getMutes()), delayMs);
  };
  planNext();
  const unsubscribe = subscribeMutes(planNext);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Reads what other devices have changed (feature `mutes`). */
export async function readMutes(): Promise<void> {
  const before = getMutes();
  const mutes = await listMutes();
  // What has changed meanwhile, by an event or an answer, is newer.
  if (getMutes() === before) receiveMutes(mutes);
}

/** Mutes a person for so many ms, or until it is changed (null); undefined ends it. */
export function useSetMute(userId: UserId) {
  const isShared = useHasFeature('mutes');
  const { mutate } = useMutation({
    mutationFn: (forMs: number | null | undefined) => setMute(userId, forMs),
    onSuccess: receiveMutes,
  });
  return (forMs: number | null | undefined): void => {
    if (isShared) mutate(forMs);
    else if (forMs === undefined) unmute(userId);
    else mute(userId, forMs === null ? null : Date.now() + forMs);
  };
}

/** On this device alone. */
export const mute = (userId: UserId, until: MutedUntil): void =>
  setMutes(new Map(getMutes()).set(userId, until));

export function unmute(userId: UserId): void {
  const mutes = new Map(getMutes());
  mutes.delete(userId);
  setMutes(mutes);
}

/** Also correct if the timer is late, as after the device has slept. */
export function isMuted(userId: UserId): boolean {
  const until = getMutes().get(userId);
  return until === null || (until !== undefined && until > Date.now());
}
