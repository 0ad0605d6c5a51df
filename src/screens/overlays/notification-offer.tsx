import { useEffect, useState } from 'react';
import { readPermission, turnOnNotifications } from '../../notifications/desktop.ts';
import { isLookedAt, subscribeAttention } from '../../stores/attention.ts';
import { subscribeArrivals } from '../../stores/message-events.ts';
import { getPreference, setPreference, usePreference } from '../../stores/preferences.ts';
import { Offer } from './offer.tsx';
import { texts } from './texts.ts';

/** Offers notifications once: to a person who returns to a message that they would have missed. */
export function NotificationOffer() {
  const [isDue, setIsDue] = useState(false);
  const isAnswered = usePreference('isNotificationOfferAnswered');

  useEffect(() => {
    let hasMissed = false;
    const stops = [
      subscribeArrivals(() => {
        if (!isLookedAt()) hasMissed = true;
      }),
      subscribeAttention(() => {
        if (hasMissed) setIsDue(true);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const isOpen = readPermission() === 'default' && !getPreference('hasNotifications');
  if (!isDue || isAnswered || !isOpen) return null;
  const answer = () => setPreference('isNotificationOfferAnswered', true);
  return (
    <Offer
      words={texts.notificationOffer}
      onAccept={() => {
        answer();
        void turnOnNotifications();
      }}
      onDecline={answer}
    />
  );
}
