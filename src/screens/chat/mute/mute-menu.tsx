import { css } from '@emotion/react';
import { useRef } from 'react';
import { formatTime } from '../../../lib/time.ts';
import { useSetMute } from '../../../notifications/mute-list.ts';
import type { User } from '../../../protocol/entities.ts';
import { type MutedUntil, useMutedUntil } from '../../../stores/people-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuItem } from '../../../ui/floating-menu.tsx';
import { Bell, BellOff } from '../../../ui/icons/icons.ts';
import { menuItem, menuSurface } from '../../../ui/menu-styles.ts';
import { useMenu } from '../../use-menu.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Whether a person's messages are announced, and how long they are muted. */
export function MuteMenu({ peer }: { peer: User }) {
  const wrapRef = useRef<HTMLDivElement>(null);
  const { isOpen, wrapProps, buttonProps, menuProps } = useMenu(wrapRef);
  const until = useMutedUntil(peer._id);
  const isMuted = until !== undefined;
  const Icon = isMuted ? BellOff : Bell;
  const state = describe(until);
  const setMute = useSetMute(peer._id);

  return (
    <div ref={wrapRef} {...wrapProps}>
      <Button
        look="quiet"
        wide
        aria-label={
          isMuted ? texts.mutedLabel(state, peer.fullName) : texts.muteLabel(peer.fullName)
        }
        {...buttonProps}
      >
        <Icon size={20} />
        <span>{state}</span>
      </Button>
      {isOpen && (
        <div
          css={menu}
          role="menu"
          aria-label={texts.from(peer.fullName)}
          tabIndex={-1}
          {...menuProps}
        >
          {isMuted && <MenuItem onClick={() => setMute(undefined)}>{texts.unmute}</MenuItem>}
          <MenuItem onClick={() => setMute(HOUR_MS)}>{texts.forAnHour}</MenuItem>
          <MenuItem onClick={() => setMute(8 * HOUR_MS)}>{texts.forEightHours}</MenuItem>
          {until !== null && <MenuItem onClick={() => setMute(null)}>{texts.forGood}</MenuItem>}
        </div>
      )}
    </div>
  );
}

const menu = css({
  ...menuSurface,
  // Above its row of buttons, with the same width.
  insetInline: 'var(--inline)',
  insetBlockEnd: 'calc(100% + 4px)',
  transformOrigin: '50% 100%',
  '& > button': {
    ...menuItem,
    display: 'block',
    paddingBlock: 'var(--s1)',
    textWrap: 'balance',
  },
});

function describe(until: MutedUntil | undefined): string {
  if (until === undefined) return texts.mute;
  if (until === null) return texts.isMuted;
  return texts.mutedUntil(formatTime(new Date(until).toISOString()));
}

const texts = {
  from: (name: string): string => `Notifications from ${name}`,
  mute: 'Mute',
  // Both begin with the visible text, so that it can be used for voice control.
  muteLabel: (name: string): string => `Mute notifications from ${name}`,
  mutedLabel: (state: string, name: string): string => `${state}. Notifications from ${name}`,
  isMuted: 'Muted',
  mutedUntil: (time: string): string => `Muted until ${time}`,
  unmute: 'Unmute',
  forAnHour: 'Mute for 1 hour',
  forEightHours: 'Mute for 8 hours',
  forGood: 'Mute always',
};
