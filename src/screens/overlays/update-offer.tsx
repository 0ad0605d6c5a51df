import { useEffect, useState } from 'react';
import { keepInstalled, type TakeUpdate } from '../../service-worker/registration.ts';
import { Offer } from './offer.tsx';
import { texts } from './texts.ts';

/** Installs the service worker, and offers its updates: nothing is loaded anew unless the person says so. */
export function UpdateOffer() {
  const [update, setUpdate] = useState<{ take: TakeUpdate } | null>(null);
  useEffect(() => keepInstalled((take) => setUpdate({ take })), []);
  if (!update) return null;
  return (
    <Offer words={texts.updateOffer} onAccept={update.take} onDecline={() => setUpdate(null)} />
  );
}
