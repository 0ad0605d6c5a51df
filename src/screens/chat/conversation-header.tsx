import { css } from '@emotion/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '../../protocol/entities.ts';
import { useIsTyping } from '../../queries/realtime.ts';
import { useIsOnline } from '../../queries/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { medium } from '../../ui/media.ts';
import { texts } from './texts.ts';
import { usePresenceText } from './use-presence-text.ts';

const header = css({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s3)',
  height: 'var(--bar-h)',
  padding: '0 var(--gap)',
  borderBottom: '1px solid var(--line)',
});
const back = css({
  marginInlineStart: -12,
  marginInlineEnd: -8,
  color: 'var(--text)',
  [medium]: { display: 'none' },
});
const actions = css({
  display: 'flex',
  flex: 'none',
  marginInlineStart: 'auto',
  marginInlineEnd: -10,
});
const who = css({
  minWidth: 0,
  '& > h2': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--s2)',
    font: 'var(--t-head)',
    letterSpacing: '-.01em',
  },
  '& > h2 > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > h2 > i': {
    flex: 'none',
    width: 9,
    height: 9,
    borderRadius: '50%',
    background: 'var(--online)',
    forcedColorAdjust: 'none',
  },
  '& > p': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    font: 'var(--t-sm)',
    color: 'var(--text-muted)',
  },
  '& > p[data-typing=true]': { color: 'var(--accent-text)' },
});

interface ConversationHeaderProps {
  peer: User;
  onBack: () => void;
  /** More that can be done, at the end of the bar. */
  children?: ReactNode;
}

/** Who the conversation is with, and what they are doing. */
export function ConversationHeader({ peer, onBack, children }: ConversationHeaderProps) {
  const isOnline = useIsOnline(peer._id);
  const isTyping = useIsTyping(peer._id);
  const presence = usePresenceText(peer._id);
  const state = isTyping ? texts.typing : presence;
  return (
    <header css={header}>
      <IconButton label={texts.back} css={back} onClick={onBack}>
        <ArrowLeft size={20} aria-hidden="true" />
      </IconButton>
      <Avatar user={peer} size={40} />
      <div css={who}>
        <h2 title={peer.fullName}>
          <span>{peer.fullName}</span>
          {isOnline && <i aria-hidden="true" />}
        </h2>
        <p role="status" data-typing={isTyping}>
          {state}
        </p>
      </div>
      <div css={actions}>{children}</div>
    </header>
  );
}
