import { useRef } from 'react';
import { formatTime } from '../../../lib/time.ts';
import { useSetMute } from '../../../notifications/mute-list.ts';
import type { User } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { type MutedUntil, useMutedUntil } from '../../../stores/people-settings.ts';
import { Bell, BellOff } from '../../../ui/icons/icons.ts';
import { useMenu } from '../../use-menu.ts';
import { menu, opener } from './mute-styles.ts';
import { texts } from './texts.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Whether a person's messages are announced, and how long they are muted. */
export function MuteMenu({ peer }: { peer: User }) {
  const wrapRef = useRef<HTMLDivElement>(null);
  const { isOpen, wrapProps, buttonProps, menuProps } = useMenu(wrapRef);
  const accountId = useMe()._id;
  const until = useMutedUntil(peer._id);
  const isMuted = until !== undefined;
  const Icon = isMuted ? BellOff : Bell;
  const state = describe(until);
  const setMute = useSetMute(accountId, peer._id);

  return (
    <div ref={wrapRef} {...wrapProps}>
      <button
        type="button"
        css={opener}
        aria-label={
          isMuted ? texts.mutedLabel(state, peer.fullName) : texts.muteLabel(peer.fullName)
        }
        {...buttonProps}
      >
        <Icon size={20} />
        <span>{state}</span>
      </button>
      {isOpen && (
        <div
          css={menu}
          role="menu"
          aria-label={texts.from(peer.fullName)}
          tabIndex={-1}
          {...menuProps}
        >
          {isMuted && <Item words={texts.unmute} onChoose={() => setMute(undefined)} />}
          <Item words={texts.forAnHour} onChoose={() => setMute(HOUR_MS)} />
          <Item words={texts.forEightHours} onChoose={() => setMute(8 * HOUR_MS)} />
          {until !== null && <Item words={texts.forGood} onChoose={() => setMute(null)} />}
        </div>
      )}
    </div>
  );
}

function Item({ words, onChoose }: { words: string; onChoose: () => void }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onChoose}>
      {words}
    </button>
  );
}

function describe(until: MutedUntil | undefined): string {
  if (until === undefined) return texts.mute;
  if (until === null) return texts.isMuted;
  return texts.mutedUntil(formatTime(new Date(until).toISOString()));
}
