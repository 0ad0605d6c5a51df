import { turnOnNotifications, usePermission } from '../../../notifications/desktop.ts';
import { usePushSteps } from '../../../notifications/push.ts';
import { useMe } from '../../../session/auth.ts';
import { askFor } from '../../../stores/asked.ts';
import {
  choicesOf,
  type Preferences,
  setPreference,
  usePreference,
} from '../../../stores/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice, Switch } from '../../../ui/choice.tsx';
import { Keyboard } from '../../../ui/icons/icons.ts';
import { coarse, fingersAlone, matchesMedia, useMatchesMedia } from '../../../ui/media.ts';
import { useAppearance } from '../../overlays/use-appearance.ts';
import { Section } from '../section.tsx';
import { PushSettings } from './push-settings.tsx';
import { texts } from './texts.ts';

/** Preferences on this device. Each takes effect at once. */
export function SettingsSection() {
  // The code that does so everywhere may still be loading.
  useAppearance();
  const hasKeys = !matchesMedia(fingersAlone);
  const isTouch = useMatchesMedia(coarse);
  const { mutate } = usePushSteps(useMe()._id);
  const hasPush = usePreference('hasPush');
  return (
    <Section id="settings" title={texts.title} scope={texts.scope}>
      <PreferenceChoice name="theme" words={texts.theme} />
      <PreferenceChoice name="textSize" words={texts.textSize} />
      {isTouch ? (
        <PreferenceChoice name="touchEnter" words={texts.touchEnter} />
      ) : (
        <PreferenceChoice name="sendKey" words={texts.sendKey} />
      )}
      <div style={{ display: 'grid' }}>
        <NotificationSwitches />
        <PushSettings />
        <PreferenceSwitch name="hasSound" words={texts.sound} />
        {hasKeys && <PreferenceSwitch name="hasSingleKeys" words={texts.singleKeys} />}
      </div>
      <PreferenceChoice
        name="notificationDetail"
        words={texts.notificationDetail}
        onChange={() => hasPush && mutate('change')}
      />
      {hasKeys && (
        <Button look="quiet" onClick={() => askFor('shortcuts')}>
          <Keyboard size={20} />
          <span>{texts.shortcuts}</span>
        </Button>
      )}
    </Section>
  );
}

type ChoiceName = 'theme' | 'textSize' | 'sendKey' | 'touchEnter' | 'notificationDetail';

interface PreferenceChoiceProps<Name extends ChoiceName> {
  name: Name;
  words: { label: string; options: Record<Preferences[Name], string> };
  onChange?: () => void;
}

function PreferenceChoice<Name extends ChoiceName>(props: PreferenceChoiceProps<Name>) {
  const { name, words, onChange } = props;
  const value = usePreference(name);
  const options = choicesOf(name).map((one) => ({ value: one, words: words.options[one] }));
  return (
    <Choice
      label={words.label}
      options={options}
      value={value}
      onChange={(chosen) => {
        setPreference(name, chosen);
        onChange?.();
      }}
    />
  );
}

function PreferenceSwitch({
  name,
  words,
}: {
  name: 'hasSound' | 'hasSingleKeys';
  words: { label: string; hint: string };
}) {
  return (
    <Switch
      {...words}
      checked={usePreference(name)}
      onChange={({ target }) => setPreference(name, target.checked)}
    />
  );
}

/** Whether there are notifications, and what they show. The browser must allow them too. */
function NotificationSwitches() {
  const permission = usePermission();
  const isWanted = usePreference('hasNotifications');
  return (
    <Switch
      label={texts.notifications.label}
      hint={texts.notifications.hint[permission]}
      checked={isWanted && permission === 'granted'}
      disabled={permission === 'denied' || permission === 'unsupported'}
      onChange={({ target }) => {
        // A person who decides here needs no offer.
        setPreference('isNotificationOfferAnswered', true);
        if (target.checked) void turnOnNotifications();
        else setPreference('hasNotifications', false);
      }}
    />
  );
}
