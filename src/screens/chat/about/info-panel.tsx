import { css } from '@emotion/react';
import { LogOut } from 'lucide-react';
import type { User } from '../../../protocol/entities.ts';
import { useLogOut } from '../../../queries/auth.ts';
import { useIsOnline } from '../../../queries/users.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { mediumOnly, small } from '../../../ui/media.ts';
import { BlockButton } from './block-button.tsx';
import { Media } from './media.tsx';

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  padding: 'var(--gutter) 0',
  '--inline': 'var(--s5)',
  [mediumOnly]: { '--inline': 'var(--s4)' },
  [small]: { display: 'none' },
});
const body = css({
  flex: 1,
  minHeight: 0,
  padding: 'var(--s8) var(--inline) var(--s4)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  '& > hr': {
    height: 1,
    margin: 'var(--s6) 0 var(--s5)',
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
    marginTop: 'var(--s4)',
    font: 'var(--t-lg)',
    letterSpacing: 'var(--track-tight)',
  },
  '& > .state': { marginTop: 2, font: 'var(--t-sm)', color: 'var(--text-muted)' },
  '& > .state[data-online=true]': { color: 'var(--online-text)' },
  '& > .bio': {
    marginTop: 'var(--s3)',
    maxWidth: '30ch',
    color: 'var(--text-muted)',
    textWrap: 'balance',
    whiteSpace: 'pre-line',
  },
});
const foot = css({ display: 'grid', gap: 'var(--s2)', padding: 'var(--s3) var(--inline)' });

/** Who the other person is, and the pictures of the conversation. From 768 px. */
export function InfoPanel({ peer }: { peer: User }) {
  const isOnline = useIsOnline(peer._id);
  const logOut = useLogOut();
  return (
    <section css={panel} aria-label={`About ${peer.fullName}`}>
      <div css={body}>
        <div css={person}>
          <Avatar user={peer} size={104} online={isOnline} />
          <h2>{peer.fullName}</h2>
          <p className="state" data-online={isOnline}>
            {isOnline ? 'Online' : 'Offline'}
          </p>
          <p className="bio" dir="auto">
            {peer.bio}
          </p>
        </div>
        <hr />
        <Media peer={peer} />
      </div>
      <div css={foot}>
        <BlockButton peer={peer} />
        <Button look="quiet" wide onClick={logOut}>
          <LogOut size={20} aria-hidden="true" />
          Logout
        </Button>
      </div>
    </section>
  );
}
