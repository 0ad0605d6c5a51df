import { css } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { askToLogOut } from '../../../session/ask-to-log-out.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { LogOut } from '../../../ui/icons/home-icons.ts';
import { mediumOnly, short, small } from '../../../ui/media.ts';
import { MuteMenu } from '../mute/mute-menu.tsx';
import { usePresence } from '../use-presence.ts';
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
/** Who the person is and what there is of them come first; what can be done follows, out of sight if need be. */
const body = css({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  paddingBlock: 'var(--s8) 0',
  paddingInline: 'var(--inline)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'thin',
  [short]: { paddingBlockStart: 'var(--s4)' },
  '& > *': { flex: 'none' },
  '& > hr': {
    alignSelf: 'stretch',
    height: 1,
    marginBlock: 'var(--s6) var(--s5)',
    [short]: { marginBlock: 'var(--s4) var(--s3)' },
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
const actions = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--s2)',
  // Room for both buttons: what the server can do is heard late, and nothing moves for it.
  alignContent: 'end',
  minHeight: 'calc(2 * 44px + var(--s2) + var(--s4))',
  marginBlockStart: 'auto',
  paddingBlockStart: 'var(--s4)',
});
const foot = css({ paddingBlock: 'var(--s2) var(--s3)', paddingInline: 'var(--inline)' });

/** Who the other person is, and the pictures of the conversation. From 768 px. */
export function InfoPanel({ peer }: { peer: User }) {
  const { isOnline, text: presence } = usePresence(peer);
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
        {!peer.deleted && (
          <div css={actions}>
            <BlockButton peer={peer} />
            <MuteMenu peer={peer} />
          </div>
        )}
      </div>
      <div css={foot}>
        <Button look="quiet" wide onClick={askToLogOut}>
          <LogOut size={20} />
          {texts.logOut}
        </Button>
      </div>
    </section>
  );
}
