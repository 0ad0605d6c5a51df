import { useState } from 'react';
import { readPermission, turnOnNotifications } from '../../../notifications/desktop.ts';
import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { Switch } from '../../../ui/switch.tsx';
import { texts } from './texts.ts';

/** Whether there are notifications, and what they show. The browser must allow them too. */
export function NotificationSwitches() {
  const [permission, setPermission] = useState(readPermission);
  const isWanted = usePreference('hasNotifications');
  const hasText = usePreference('hasNotificationText');
  const isImpossible = permission === 'denied' || permission === 'unsupported';
  const isOn = isWanted && permission === 'granted';

  async function handleSwitch(isToBeOn: boolean) {
    // A person who decides here needs no offer.
    setPreference('isNotificationOfferAnswered', true);
    if (isToBeOn) setPermission(await turnOnNotifications());
    else setPreference('hasNotifications', false);
  }

  return (
    <>
      <Switch
        label={texts.notifications.label}
        hint={texts.notifications.hint[permission]}
        checked={isOn}
        disabled={isImpossible}
        onChange={({ target }) => void handleSwitch(target.checked)}
      />
      <Switch
        {...texts.notificationText}
        checked={hasText}
        disabled={!isOn}
        onChange={({ target }) => setPreference('hasNotificationText', target.checked)}
      />
    </>
  );
}
