/**
 * Messages of the open conversation that came while nobody looked: the list counts them as little as
 * the specification does, but somebody who works in another window wants to see that there are some.
 */
import { isAttended } from '../conversation/attention.ts';
import { subscribeArrivals, subscribeSeenElsewhere } from '../stores/arrivals.ts';
import { subscribeAttention } from '../stores/attention.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';

/** Calls back with how many they are, from one on, and with 0 when they are looked at, here or elsewhere. */
export function subscribeMissed(onChange: (count: number) => void): () => void {
  let count = 0;
  const set = (next: number) => {
    if (next === count) return;
    count = next;
    onChange(count);
  };
  const stops = [
    subscribeArrivals(({ senderId }) => {
      if (senderId === getSelectedUserId() && !isAttended(senderId)) set(count + 1);
    }),
    subscribeSeenElsewhere((userId) => {
      if (userId === getSelectedUserId()) set(0);
    }),
    subscribeAttention(() => set(0)),
    subscribeSelection(() => set(0)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
