import { useEffect, useState } from 'react';
import { followMissingScripts } from '../../lib/load-code.ts';
import { keepInstalled, type TakeUpdate } from '../../service-worker/registration.ts';
import { Offer } from './offer.tsx';
import { texts } from './texts.ts';

/**
 * Installs the service worker and offers its updates, or the new build if code of this one is gone. The page is
 * reloaded only if the person agrees.
 */
export function UpdateOffer() {
  const [update, setUpdate] = useState<{ take: TakeUpdate } | null>(null);
  useEffect(() => keepInstalled((take) => setUpdate({ take })), []);
  useEffect(() => followMissingScripts(() => setUpdate((known) => known ?? { take: reload })), []);
  if (!update) return null;
  return (
    <Offer words={texts.updateOffer} onAccept={update.take} onDecline={() => setUpdate(null)} />
  );
}

const reload = () => location.reload();
