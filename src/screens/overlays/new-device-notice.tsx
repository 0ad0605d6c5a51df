import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { setNewDevice, useNewDevice } from '../../stores/new-device.ts';
import { Offer } from './offer.tsx';
import { texts } from './texts.ts';

/** Somebody has logged in to this account on another device: it stays until the person has answered. */
export function NewDeviceNotice() {
  const device = useNewDevice();
  const navigate = useNavigate();
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (!device) return;
    setName(undefined);
    import('../profile/account/describe-client.ts').then(
      ({ describeClient }) => setName(describeClient(device.client)),
      () => undefined,
    );
  }, [device]);
  // The next account in this window must not read it.
  useEffect(() => () => setNewDevice(null), []);
  if (!device) return null;
  return (
    <Offer
      words={{ ...texts.newDevice, question: texts.newDevice.describe(name) }}
      onAccept={() => {
        setNewDevice(null);
        void navigate({ to: '/profile', hash: 'account' });
      }}
      onDecline={() => setNewDevice(null)}
    />
  );
}
