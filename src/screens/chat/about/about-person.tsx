import { css } from '@emotion/react';
import { useFeatures } from '../../../backend/connection.ts';
import type { User } from '../../../protocol/entities.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { scrolls } from '../../../ui/styles.ts';
import { BlockButton } from '../blocking/blocking.tsx';
import { MuteMenu } from '../mute/mute-menu.tsx';
import { useIsReconnecting } from '../reconnecting.tsx';
import { usePresence } from '../use-presence.ts';
import { Media } from './media.tsx';

/** Laptop windows have little height too. */
const low = '@media (max-height: 47.999em)';

/** Phones held sideways. */
const veryLow = '@media (max-height: 29.999em)';

const body = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 1 auto',
  minHeight: 0,
  paddingBlock: 'var(--s8) var(--s4)',
  paddingInline: 'var(--inline)',
  ...scrolls,
  [low]: { paddingBlock: 'var(--s4) var(--s2)' },
  '& > *': { flex: 'none' },
  '& > hr': {
    alignSelf: 'stretch',
    height: 1,
    marginBlock: 'var(--s6) var(--s5)',
    [low]: { marginBlock: 'var(--s4) var(--s3)' },
    marginInline: 0,
    border: 0,
    background: 'color-mix(in srgb, var(--text) 12%, transparent)',
  },
});
const person = css({
  display: 'grid',
  // No wider than the panel, whatever the text size.
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  '--size': 'min(52px + 3.25rem, 20dvh)',
  // As in messages.
  '& > h2, & > .bio': { overflow: 'clip', overflowClipMargin: 4 },
  '& > h2': {
    marginBlockStart: 'var(--s4)',
    [low]: { marginBlockStart: 'var(--s2)' },
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
  [veryLow]: {
    // The picture beside the words leaves room for the pictures of the conversation.
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    justifyItems: 'start',
    columnGap: 'var(--s3)',
    textAlign: 'start',
    '--size': '2.75rem',
    '& > :first-child': { gridRow: '1 / 3', alignSelf: 'center' },
    '& > h2': { marginBlockStart: 0, font: 'var(--t-name)' },
    '& > .bio': { gridColumn: '1 / -1', maxWidth: 'none', marginBlockStart: 'var(--s1)' },
  },
});
/** Side by side, or stacked with large text: always visible. A menu opens over them. */
const actions = css({
  position: 'relative',
  flex: 'none',
  display: 'grid',
  // Space for both from the start: features arrive late, and nothing may move then.
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(5rem, 40%)), 1fr))',
  gap: 'var(--s2)',
  paddingBlock: 'var(--s2)',
  paddingInline: 'var(--inline)',
  // With large text the icon is above: beside it the longest word would not fit.
  '& > button, & > div > button': { flexWrap: 'wrap', height: '100%', padding: 'var(--s1)' },
  '&[data-alone=true]': { gridTemplateColumns: '1fr' },
});

/** The other person, the pictures of the conversation, and possible actions. */
export function AboutPerson({ peer }: { peer: User }) {
  const { isOnline, text: presence } = usePresence(peer);
  const features = useFeatures();
  const isReconnecting = useIsReconnecting();
  const isMuteAlone = features ? !features.has('block') : isReconnecting;
  return (
    <>
      <div css={body}>
        <div css={person}>
          <Avatar user={peer} online={isOnline} isLarge />
          <h2 translate="no">{peer.fullName}</h2>
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
      <div css={actions} data-alone={isMuteAlone}>
        {!peer.deleted && (
          <>
            <MuteMenu peer={peer} />
            <BlockButton peer={peer} />
          </>
        )}
      </div>
    </>
  );
}
