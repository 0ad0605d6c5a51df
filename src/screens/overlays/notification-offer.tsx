import { useEffect, useState } from 'react';
import { useHasFeature } from '../../backend/connection.ts';
import { turnOnNotifications, usePermission } from '../../notifications/desktop.ts';
import { findObstacle, usePushState, usePushSteps } from '../../notifications/push.ts';
import { useMe } from '../../session/auth.ts';
import { isLookedAt, subscribeAttention } from '../../stores/attention.ts';
import { subscribeArrivals } from '../../stores/message-events.ts';
import { getPreference, setPreference, usePreference } from '../../stores/preferences.ts';
import { Offer } from './offer.tsx';
import { texts } from './texts.ts';

/**
 * Offers notifications once: after the first message, if they can come while the app is closed too; otherwise to a person
 * who returns to a message that they would have missed.
 */
export function NotificationOffer() {
  /** Messages that came while nobody looked. */
  const [missed, setMissed] = useState(0);
  const [hasArrived, setHasArrived] = useState(false);
  const isAnswered = usePreference('isNotificationOfferAnswered');
  const permission = usePermission();
  const isAsked = useHasFeature('push') && hasArrived && !isAnswered && !findObstacle(permission);
  const { data: push } = usePushState(isAsked);
  // The settings may have fetched it.
  const canPush = isAsked && push?.publicKey !== undefined;
  const { mutate } = usePushSteps(useMe()._id);

  useEffect(() => {
    let count = 0;
    const stops = [
      subscribeArrivals(() => {
        setHasArrived(true);
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

  const isOpen = permission === 'default' && !getPreference('hasNotifications');
  if (!(canPush || missed > 0) || isAnswered || !isOpen) return null;
  const answer = () => setPreference('isNotificationOfferAnswered', true);
  return (
    <Offer
      words={
        canPush ? texts.pushOffer : { ...texts.notificationOffer, question: texts.missed(missed) }
      }
      onAccept={() => {
        answer();
        if (canPush) mutate('turn on');
        else void turnOnNotifications();
      }}
      onDecline={answer}
    />
  );
}
