import { css } from '@emotion/react';
import { LogOut } from 'lucide-react';
import type { User } from '../../../protocol/entities.ts';
import { useLogOut } from '../../../queries/auth.ts';
import { useIsOnline } from '../../../queries/users.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { mediumOnly, small } from '../../../ui/media.ts';
import { MuteSelect } from '../mute/mute-select.tsx';
import { usePresenceText } from '../use-presence-text.ts';
import { BlockButton } from './block-button.tsx';
import { Media } from './media.tsx';
import { texts } from './texts.ts';

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  paddingBlock: 'var(--gutter)',
  '--inline': 'var(--s5)',
  [mediumOnly]: { '--inline': 'var(--s4)' },
  [small]: { display: 'none' },
});
const body = css({
  flex: 1,
  minHeight: 0,
  paddingBlock: 'var(--s8) var(--s4)',
  paddingInline: 'var(--inline)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  '& > hr': {
    height: 1,
    marginBlock: 'var(--s6) var(--s5)',
    marginInline: 0,
    border: 0,
    background: 'color-mix(in srgb, var(--text) 12%, transparent)',
  },
});
const person = css({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  '& > h2': {
    marginBlockStart: 'var(--s4)',
    font: 'var(--t-lg)',
    letterSpacing: 'var(--track-tight)',
  },
  '& > .state': { marginBlockStart: 2, font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > .state[data-online=true]': { color: 'var(--online-text)' },
  '& > .bio': {
    marginBlockStart: 'var(--s3)',
    maxWidth: '30ch',
    color: 'var(--text-muted)',
    textWrap: 'balance',
    whiteSpace: 'pre-line',
  },
});
const foot = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--s2)',
  paddingBlock: 'var(--s3)',
  paddingInline: 'var(--inline)',
});

/** Who the other person is, and the pictures of the conversation. From 768 px. */
export function InfoPanel({ peer }: { peer: User }) {
  const isOnline = useIsOnline(peer._id);
  const presence = usePresenceText(peer._id);
  const logOut = useLogOut();
  return (
    <section css={panel} aria-label={texts.region(peer.fullName)}>
      <div css={body}>
        <div css={person}>
          <Avatar user={peer} size={104} online={isOnline} />
          <h2>{peer.fullName}</h2>
          <p className="state" data-online={isOnline}>
            {presence}
          </p>
          <p className="bio" dir="auto">
            {peer.bio}
          </p>
        </div>
        <hr />
        <Media peer={peer} />
      </div>
      <div css={foot}>
        <MuteSelect peer={peer} />
        <BlockButton peer={peer} />
        <Button look="quiet" wide onClick={logOut}>
          <LogOut size={20} aria-hidden="true" />
          {texts.logOut}
        </Button>
      </div>
    </section>
  );
}
