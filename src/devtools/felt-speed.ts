/**
 * The speed that a person feels, as the query `['speed']`: from key to paint, from sending to the server's answer, from
 * event to paint. The last two are User Timing measures, which the browser's performance panel shows on a separate
 * track.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pushedQuery } from '../backend/pushed.ts';
import { writeData } from '../cache/write.ts';
import { getConversation } from '../conversation/conversation.ts';
import { outgoingOf } from '../outbox/outgoing.ts';
import type { UserId } from '../protocol/entities.ts';
import { watchKeys } from './key-to-paint.ts';
import { measurePercentiles, type Percentiles } from './percentiles.ts';

type FeltSpeed = Readonly<
  Partial<Record<'keyToPaint' | 'sendToAcknowledged' | 'eventToPaint', Percentiles>>
>;

/** Number of latest durations of each kind used for percentiles. */
const SAMPLES = 1_000;

/** How Chromium's performance panel is asked to show a measure. */
const ON_A_TRACK = { devtools: { dataType: 'track-entry', track: 'Duet' } };

export const speedQuery = () => pushedQuery<FeltSpeed>(['speed'], () => ({}));

export function followSpeed(queryClient: QueryClient) {
  const samples: Record<'sendToAcknowledged' | 'eventToPaint', number[]> = {
    sendToAcknowledged: [],
    eventToPaint: [],
  };
  const sentAt = new Map<string, number>();

  function tell(road: keyof FeltSpeed, durations: readonly number[]): void {
    const percentiles = measurePercentiles(durations);
    writeData(queryClient, speedQuery().queryKey, (speed) => ({
      ...speed,
      ...(percentiles && { [road]: percentiles }),
    }));
  }

  function measure(road: keyof typeof samples, start: number): void {
    const { duration } = performance.measure(road, { start, detail: ON_A_TRACK });
    // A recording has it now; the page's list of measures would grow.
    performance.clearMeasures(road);
    samples[road] = [...samples[road], duration].slice(-SAMPLES);
    tell(road, samples[road]);
  }

  const stopKeys = watchKeys((durations) => tell('keyToPaint', durations.slice(-SAMPLES)));
  const stopSends = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
    const outgoing = mutation && outgoingOf(mutation.state);
    if (!outgoing) return;
    const { key, peerId } = outgoing;
    if (type === 'added' && !sentAt.has(key)) sentAt.set(key, performance.now());
    const start = sentAt.get(key);
    // A message also leaves the outbox for other reasons: only answered ones are in the conversation.
    if (type !== 'removed' || start === undefined || !isAnswered(queryClient, peerId, key)) return;
    sentAt.delete(key);
    measure('sendToAcknowledged', start);
  });

  return {
    /** An event was handled then: the next paint shows it. */
    noteEvent(arrivedAt: number): void {
      // The task after the frame begins when the frame is painted.
      requestAnimationFrame(() => setTimeout(() => measure('eventToPaint', arrivedAt)));
    },

    stop(): void {
      stopKeys();
      stopSends();
    },
  };
}

function isAnswered(queryClient: QueryClient, peerId: UserId, key: string): boolean {
  const conversation = getConversation(queryClient, peerId);
  const newest = [conversation?.tail, conversation?.history.pages.at(-1)];
  return newest.some((list) => list?.some(({ outboxKey }) => outboxKey === key));
}
