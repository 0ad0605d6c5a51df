import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isMuted } from '../../notifications/mute-list.ts';
import { getUser } from '../../people/users.ts';
import { subscribeArrivals } from '../../stores/message-events.ts';
import { getSelectedUserId } from '../../stores/selection.ts';
import { announce } from '../../ui/announcer.ts';
import { texts } from './texts.ts';

/** Announces messages of people whose conversation is not open, for screen readers. */
export function useArrivalAnnouncements(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      subscribeArrivals(({ senderId }) => {
        // An open conversation announces its messages itself.
        const isOpen = getSelectedUserId() === senderId && location.pathname === '/';
        if (isOpen || isMuted(senderId)) return;
        const name = getUser(queryClient, senderId)?.fullName;
        const summarise = (count: number) => texts.newMessages(count, name);
        announce({
          kind: `arrivals ${senderId}`,
          line: summarise(1),
          summarise,
          summariseFrom: 2,
        });
      }),
    [queryClient],
  );
}
