import { useRef, useState } from 'react';
import { formatTime } from '../../../lib/time.ts';
import { mute, unmute } from '../../../notifications/mute-list.ts';
import type { User } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { type MutedUntil, useMutedUntil } from '../../../stores/mutes.ts';
import { BellOff } from '../../../ui/icons/home-icons.ts';
import { Bell } from '../../../ui/icons/later-icons.ts';
import { BlockQuestion } from '../blocking/block-question.tsx';
import { texts as blockingTexts } from '../blocking/texts.ts';
import { useBlocking } from '../blocking/use-blocking.ts';
import { menu, opener, wrap } from './mute-styles.ts';
import { texts } from './texts.ts';
import { usePressMenu } from './use-press-menu.ts';

const HOUR_MS = 60 * 60 * 1000;

interface MuteMenuProps {
  peer: User;
  /** `icon`: the bell alone, where there is no room for more. It then offers to block the person, too. */
  look?: 'icon';
}

/** Whether somebody's messages are told of, and for how long they are not. */
export function MuteMenu({ peer, look }: MuteMenuProps) {
  const wrapRef = useRef<HTMLDivElement>(null);
  const { isOpen, wrapProps, buttonProps, menuProps } = usePressMenu(wrapRef);
  const accountId = useMe()._id;
  const until = useMutedUntil(peer._id);
  const isMuted = until !== undefined;
  const blocking = useBlocking(peer);
  const [isAsking, setIsAsking] = useState(false);
  const isBlocked = look === 'icon' && blocking.isBlocked;
  const Icon = isMuted || isBlocked ? BellOff : Bell;
  const state = isBlocked ? texts.isBlocked : describe(until);
  const muteUntil = (time: MutedUntil) => mute(accountId, peer._id, time);
  const muteFor = (hours: number) => muteUntil(Date.now() + hours * HOUR_MS);

  return (
    <div css={wrap} ref={wrapRef} {...wrapProps}>
      <button
        type="button"
        css={opener}
        data-look={look}
        aria-label={texts.label(state, peer.fullName)}
        title={look && state}
        {...buttonProps}
      >
        <Icon size={20} />
        {look !== 'icon' && <span>{state}</span>}
      </button>
      {isOpen && (
        <div
          css={menu}
          data-look={look}
          role="menu"
          aria-label={texts.from(peer.fullName)}
          tabIndex={-1}
          {...menuProps}
        >
          {isMuted && <Item words={texts.turnOn} onChoose={() => unmute(accountId, peer._id)} />}
          <Item words={texts.forAnHour} onChoose={() => muteFor(1)} />
          <Item words={texts.forEightHours} onChoose={() => muteFor(8)} />
          {until !== null && <Item words={texts.forGood} onChoose={() => muteUntil(null)} />}
          {look === 'icon' && blocking.canBlock && (
            <Item
              words={blocking.isBlocked ? blockingTexts.unblock : blockingTexts.block}
              onChoose={() => (blocking.isBlocked ? blocking.setBlocked(false) : setIsAsking(true))}
            />
          )}
        </div>
      )}
      {isAsking && (
        <BlockQuestion
          peer={peer}
          onBlock={() => blocking.setBlocked(true)}
          onClose={() => setIsAsking(false)}
        />
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
  if (until === undefined) return texts.isOn;
  if (until === null) return texts.isMuted;
  return texts.mutedUntil(formatTime(new Date(until).toISOString()));
}
