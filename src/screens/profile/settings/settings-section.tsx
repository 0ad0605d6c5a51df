import { css } from '@emotion/react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { readPermission, turnOnNotifications } from '../../../notifications/desktop.ts';
import { usePushSteps } from '../../../notifications/push.ts';
import {
  choicesOf,
  type Preferences,
  setPreference,
  usePreference,
} from '../../../stores/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice, Switch } from '../../../ui/choice.tsx';
import { Keyboard } from '../../../ui/icons/icons.ts';
import { coarse, fingersAlone, matchesMedia, medium, useMatchesMedia } from '../../../ui/media.ts';
import { openShortcuts } from '../../overlays/open-shortcuts.ts';
import { useAppearance } from '../../overlays/use-appearance.ts';
import { PushSettings } from './push-settings.tsx';
import { texts } from './texts.ts';

/** The fragment for the settings in the profile's address. */
const SETTINGS_HASH = 'settings';

/** Preferences on this device. Each takes effect at once. */
export function SettingsSection() {
  const titleId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  const isWanted = useLocation({ select: ({ hash }) => hash === SETTINGS_HASH });
  useEffect(() => {
    if (!isWanted) return;
    sectionRef.current?.focus({ preventScroll: true });
    sectionRef.current?.scrollIntoView();
  }, [isWanted]);
  // The code that does so everywhere may still be loading.
  useAppearance();
  const hasKeys = !matchesMedia(fingersAlone);
  const isTouch = useMatchesMedia(coarse);
  return (
    <section css={section} ref={sectionRef} tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.title}</h2>
      <p>{texts.scope}</p>
      <div>
        <PreferenceChoice name="theme" words={texts.theme} />
        <PreferenceChoice name="textSize" words={texts.textSize} />
        {isTouch ? (
          <PreferenceChoice name="touchEnter" words={texts.touchEnter} />
        ) : (
          <PreferenceChoice name="sendKey" words={texts.sendKey} />
        )}
      </div>
      <div>
        <NotificationSwitches />
        <PushSettings />
        <NotificationDetail />
        <PreferenceSwitch name="hasSound" words={texts.sound} />
        {hasKeys && (
          <>
            <PreferenceSwitch name="hasSingleKeys" words={texts.singleKeys} />
            <Button look="quiet" onClick={openShortcuts}>
              <Keyboard size={20} />
              <span>{texts.shortcuts}</span>
            </Button>
          </>
        )}
      </div>
    </section>
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

const section = css({
  outline: 'none',
  scrollMarginBlockStart: 'var(--s4)',
  marginBlockStart: 'var(--s8)',
  paddingBlockStart: 'var(--s6)',
  borderBlockStart: '1px solid color-mix(in srgb, var(--text) 12%, transparent)',
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& > p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > div': { display: 'grid', gap: 'var(--s5)', marginBlockStart: 'var(--s5)' },
  '& > div:last-child': { gap: 'var(--s2)' },
  '& > div:last-child > button': { marginBlockStart: 'var(--s2)' },
  [medium]: { '& button': { justifySelf: 'start' } },
});

/** Whether there are notifications, and what they show. The browser must allow them too. */
function NotificationSwitches() {
  const [permission, setPermission] = useState(readPermission);
  const isWanted = usePreference('hasNotifications');
  const isImpossible = permission === 'denied' || permission === 'unsupported';
  const isOn = isWanted && permission === 'granted';

  async function handleSwitch(isToBeOn: boolean) {
    // A person who decides here needs no offer.
    setPreference('isNotificationOfferAnswered', true);
    if (isToBeOn) setPermission(await turnOnNotifications());
    else setPreference('hasNotifications', false);
  }

  return (
    <Switch
      label={texts.notifications.label}
      hint={texts.notifications.hint[permission]}
      checked={isOn}
      disabled={isImpossible}
      onChange={({ target }) => void handleSwitch(target.checked)}
    />
  );
}

/** Of notifications by a page and by pushes. */
function NotificationDetail() {
  const { mutate } = usePushSteps();
  const hasPush = usePreference('hasPush');
  return (
    <PreferenceChoice
      name="notificationDetail"
      words={texts.notificationDetail}
      onChange={() => hasPush && mutate('change')}
    />
  );
}
