import { css } from '@emotion/react';
import { Bell, BellOff } from 'lucide-react';
import { formatTime } from '../../../lib/time.ts';
import { mute, unmute } from '../../../notifications/mute-list.ts';
import type { User } from '../../../protocol/entities.ts';
import { useSetBlocked } from '../../../queries/blocks.ts';
import { useHasFeature } from '../../../queries/realtime.ts';
import { type MutedUntil, useMutedUntil } from '../../../stores/mutes.ts';
import { canHover, forcedColors } from '../../../ui/media.ts';
import { texts } from './texts.ts';

const HOUR_MS = 60 * 60 * 1000;

const control = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'var(--s2)',
  minHeight: 44,
  paddingInline: 'var(--s2)',
  borderRadius: 'var(--r-m)',
  boxShadow: 'inset 0 0 0 1px var(--control)',
  font: 'var(--t-name)',
  textAlign: 'center',
  [forcedColors]: { border: '1px solid' },
  [canHover]: { '&:hover': { background: 'var(--hover)' } },
  '& > span': { minWidth: 0, overflowWrap: 'anywhere' },
  '&:has(:focus-visible)': { outline: '2px solid var(--accent-text)', outlineOffset: 2 },
  '&[data-look=icon]': {
    flex: 'none',
    minHeight: 0,
    padding: 0,
    width: 'var(--tap)',
    height: 'var(--tap)',
    borderRadius: 'var(--r-full)',
    boxShadow: 'none',
    color: 'var(--text-muted)',
    [forcedColors]: { border: 0 },
  },
  // The system's own list, which every device shows in the way that its people know, under our look.
  '& > select': {
    appearance: 'none',
    position: 'absolute',
    inset: 0,
    width: '100%',
    border: 0,
    borderRadius: 'inherit',
    opacity: 0,
    font: 'var(--t-md)',
    cursor: 'pointer',
    '& > option': { background: 'var(--raised)', color: 'var(--text)' },
  },
});

interface MuteSelectProps {
  peer: User;
  /** `icon`: the bell alone, where there is no room for more. It then offers to block the person, too. */
  look?: 'icon';
}

/** Whether somebody's messages are told of, and for how long they are not. */
export function MuteSelect({ peer, look }: MuteSelectProps) {
  const until = useMutedUntil(peer._id);
  const isMuted = until !== undefined;
  const canBlock = useHasFeature('block') && look === 'icon';
  const isBlocked = canBlock && peer.blocked === true;
  const setBlocked = useSetBlocked(peer);
  const Icon = isMuted || isBlocked ? BellOff : Bell;
  const state = isBlocked ? texts.isBlocked : describe(until);

  function handleChoice(choice: string) {
    if (choice === 'block') {
      setBlocked.mutate(!isBlocked);
      return;
    }
    const hours = Number(choice);
    if (choice === 'on') unmute(peer._id);
    else mute(peer._id, hours > 0 ? Date.now() + hours * HOUR_MS : null);
  }

  return (
    <div css={control} data-look={look}>
      <Icon size={20} aria-hidden="true" />
      {look !== 'icon' && <span aria-hidden="true">{state}</span>}
      <select
        aria-label={texts.label(peer.fullName)}
        title={look && state}
        value="now"
        onChange={({ target }) => handleChoice(target.value)}
      >
        <option value="now">{state}</option>
        {isMuted && <option value="on">{texts.turnOn}</option>}
        <option value="1">{texts.forAnHour}</option>
        <option value="8">{texts.forEightHours}</option>
        {until !== null && <option value="forever">{texts.forGood}</option>}
        {canBlock && <option value="block">{isBlocked ? texts.unblock : texts.block}</option>}
      </select>
    </div>
  );
}

function describe(until: MutedUntil | undefined): string {
  if (until === undefined) return texts.isOn;
  if (until === null) return texts.isMuted;
  return texts.mutedUntil(formatTime(new Date(until).toISOString()));
}
