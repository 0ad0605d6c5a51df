import { useEffect, useState } from 'react';
import { readPermission, turnOnNotifications } from '../../notifications/desktop.ts';
import { isLookedAt, subscribeAttention } from '../../stores/attention.ts';
import { subscribeArrivals } from '../../stores/message-events.ts';
import { getPreference, setPreference, usePreference } from '../../stores/preferences.ts';
import { Offer } from './offer.tsx';
import { texts } from './texts.ts';

/** Offers notifications once: to a person who returns to a message that they would have missed. */
export function NotificationOffer() {
  /** Messages that came while nobody looked. */
  const [missed, setMissed] = useState(0);
  const isAnswered = usePreference('isNotificationOfferAnswered');

  useEffect(() => {
    let count = 0;
    const stops = [
      subscribeArrivals(() => {
        if (!isLookedAt()) count += 1;
      }),
      subscribeAttention(() => {
        if (count > 0) setMissed(count);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const isOpen = readPermission() === 'default' && !getPreference('hasNotifications');
  if (missed === 0 || isAnswered || !isOpen) return null;
  const answer = () => setPreference('isNotificationOfferAnswered', true);
  return (
    <Offer
      words={{ ...texts.notificationOffer, question: texts.missed(missed) }}
      onAccept={() => {
        answer();
        void turnOnNotifications();
      }}
      onDecline={answer}
    />
  );
}
