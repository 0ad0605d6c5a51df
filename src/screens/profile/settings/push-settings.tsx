import { css } from '@emotion/react';
import { useId } from 'react';
import { useHasFeature } from '../../../backend/connection.ts';
import { formatTime } from '../../../lib/time.ts';
import { usePermission } from '../../../notifications/desktop.ts';
import { findObstacle, usePushState, usePushSteps } from '../../../notifications/push.ts';
import { useMe } from '../../../session/auth.ts';
import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/choice.tsx';
import { plainField } from '../../../ui/late-styles.ts';
import { pushTexts as texts } from './texts.ts';

/** Notifications while no page of the app is open; only if the server has the feature. */
export function PushSettings() {
  return useHasFeature('push') ? <Push /> : null;
}

function Push() {
  const { data: state } = usePushState();
  const { mutate, isPending, variables, data } = usePushSteps(useMe()._id);
  const isWanted = usePreference('hasPush');
  const permission = usePermission();
  const obstacle = findObstacle(permission);
  const isAllowed = permission === 'granted';
  const device = obstacle || !isAllowed ? undefined : state?.device;
  const isOn = isWanted && device !== undefined;
  /** The server has not answered yet. */
  const isSupposed = isWanted && isAllowed && !obstacle && state === undefined;
  const why = obstacle ? texts.obstacles[obstacle] : state?.why;
  const isTested = variables === 'test' && !isPending && data?.device !== undefined;
  const isLost = isWanted && !isOn && why === undefined && state !== undefined && !isPending;
  return (
    <div css={part}>
      <Switch
        label={texts.label}
        hint={why ?? texts.hint(isAllowed)}
        checked={isOn || isSupposed || (isPending && variables === 'turn on')}
        disabled={why !== undefined}
        onChange={({ target }) => {
          setPreference('isNotificationOfferAnswered', true);
          mutate(target.checked ? 'turn on' : 'turn off');
        }}
      />
      {isLost && (
        <p role="status" data-failed>
          {isAllowed ? texts.ended : texts.notAllowed}
        </p>
      )}
      {isOn && (
        <>
          <QuietHours onChange={() => mutate('change')} />
          <dl>
            <dt>{texts.permission}</dt>
            <dd>{texts.allowed}</dd>
            <dt>{texts.subscription}</dt>
            <dd>{texts.active(new URL(device.endpoint).host)}</dd>
            <dt>{texts.accepted}</dt>
            <dd>{device.acceptedAt ? describe(device.acceptedAt) : texts.never}</dd>
          </dl>
          <p role="status" data-failed={device.failed !== undefined}>
            {device.failed ?? (isTested ? texts.tested : '')}
          </p>
          <Button
            look="quiet"
            busy={isPending && variables === 'test'}
            onClick={() => isPending || mutate('test')}
          >
            {texts.test}
          </Button>
        </>
      )}
    </div>
  );
}

function QuietHours({ onChange }: { onChange: () => void }) {
  const isOn = usePreference('hasQuietHours');
  return (
    <>
      <Switch
        {...texts.quiet}
        checked={isOn}
        onChange={({ target }) => {
          setPreference('hasQuietHours', target.checked);
          onChange();
        }}
      />
      {isOn && (
        <div>
          <Time name="quietFrom" label={texts.from} onChange={onChange} />
          <Time name="quietTo" label={texts.to} onChange={onChange} />
        </div>
      )}
    </>
  );
}

interface TimeProps {
  name: 'quietFrom' | 'quietTo';
  label: string;
  onChange: () => void;
}

/** A half hour of the day. */
function Time({ name, label, onChange }: TimeProps) {
  const id = useId();
  const value = usePreference(name);
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          setPreference(name, Number(target.value));
          onChange();
        }}
      >
        {Array.from({ length: 48 }, (_, index) => index * 30).map((minute) => (
          <option key={minute} value={minute}>
            {texts.time(minute)}
          </option>
        ))}
      </select>
    </>
  );
}

function describe(moment: string): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return isToday ? formatTime(moment) : new Date(moment).toLocaleDateString();
}

const part = css({
  display: 'grid',
  gap: 'var(--s2)',
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--s2)' },
  '& select': { ...plainField, font: 'var(--t-sm)' },
  '& > dl': {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    gap: 'var(--s1) var(--s4)',
    margin: 0,
    font: 'var(--t-sm)',
  },
  '& dt': { color: 'var(--text-muted)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& > p': { font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > p:empty': { display: 'none' },
  '& > p[data-failed=true]': { color: 'var(--danger)' },
});
