import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { useIsTyping } from '../../backend/connection.ts';
import type { User } from '../../protocol/entities.ts';
import { useIsMuted } from '../../stores/people-settings.ts';
import { useUnseenTotal } from '../../stores/unseen.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ArrowLeft, BellOff } from '../../ui/icons/icons.ts';
import { medium } from '../../ui/media.ts';
import { flexRow, muted, oneLine, twoLines } from '../../ui/styles.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Badge } from './badge.tsx';
import { texts } from './texts.ts';
import { usePresence } from './use-presence.ts';

/** The smallest phones, and larger ones with large text: by the size of the text, however it was set. */
const narrow = '@container (max-width: 22.499rem)';
const header = css({ containerType: 'inline-size' });
const bar = css({
  ...flexRow('var(--s3)'),
  minHeight: 'var(--bar-h)',
  paddingInline: 'var(--gap)',
  borderBlockEnd: '1px solid var(--line)',
  [narrow]: { gap: 'var(--s2)', paddingBlock: 6 },
});
const back = css({
  display: 'grid',
  alignItems: 'center',
  flex: 'none',
  marginInline: '-12px -8px',
  '& > *': { gridArea: '1 / 1' },
  '& > button': {
    ...flexRow(),
    width: '100%',
    minWidth: 'var(--tap)',
    paddingInline: 12,
    color: 'var(--text)',
  },
  // On the button, behind the arrow.
  '& > span': { pointerEvents: 'none' },
  '& > span:not(:empty)': { paddingInline: 'calc(24px + .625rem) 4px' },
  [medium]: { display: 'none' },
});
const actions = css({
  display: 'flex',
  flex: 'none',
  marginInlineStart: 'auto',
  marginInlineEnd: -10,
});
const person = css({
  position: 'relative',
  ...flexRow('inherit'),
  minWidth: 0,
  '& button': {
    minWidth: 0,
    minHeight: 24,
    marginBlock: -1,
    font: 'inherit',
    letterSpacing: 'inherit',
    textAlign: 'start',
    '& > bdi': { display: 'block' },
    // The picture and the status are parts of the name's button.
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: '-2px 0',
      borderRadius: 'var(--r-m)',
    },
    // The ring is around all of it.
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: '2px solid var(--accent-text)' },
  },
});
const who = css({
  minWidth: 0,
  '& > h2': {
    ...flexRow('var(--s2)'),
    font: 'var(--t-head)',
    letterSpacing: '-.01em',
  },
  '& > h2 bdi': { ...oneLine },
  '& > h2 > svg': { flex: 'none', color: 'var(--text-muted)' },
  '& > h2 > i': {
    flex: 'none',
    width: 9,
    height: 9,
    borderRadius: '50%',
    background: 'var(--online)',
    forcedColorAdjust: 'none',
  },
  '& > div': {
    ...oneLine,
    ...muted,
    // If nothing is known, the name alone is in the middle.
    '&:empty': { display: 'none' },
  },
  '& > div[data-typing=true]': { color: 'var(--accent-text)' },
  // A long name takes a second line, to be readable.
  [narrow]: {
    '& > h2': { font: 'var(--t-name)' },
    '& > h2 bdi': { ...twoLines, whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '& > div': { ...twoLines, whiteSpace: 'normal' },
  },
});

interface ConversationHeaderProps {
  peer: User;
  onBack: () => void;
  /** Opens the sheet about the person; absent: a panel beside the conversation shows it. */
  onAbout?: (() => void) | undefined;
  children?: ReactNode;
}

export function ConversationHeader({ peer, onBack, onAbout, children }: ConversationHeaderProps) {
  const isTyping = useIsTyping(peer._id);
  const { isOnline, text: presence } = usePresence(peer);
  const isMuted = useIsMuted(peer._id);
  const name = <bdi translate="no">{peer.fullName}</bdi>;
  const unseenElsewhere = useUnseenTotal(peer._id);
  const state = isTyping ? texts.typing : presence;
  return (
    <header css={header}>
      <div css={bar}>
        <div css={back}>
          <IconButton label={texts.back} aria-describedby="unread-elsewhere" onClick={onBack}>
            <ArrowLeft size={20} />
          </IconButton>
          <span id="unread-elsewhere">
            <Badge count={unseenElsewhere}>
              <VisuallyHidden>{texts.elsewhere}</VisuallyHidden>
            </Badge>
          </span>
        </div>
        <div css={person}>
          <Avatar user={peer} size={40} />
          <div css={who}>
            <h2 title={peer.fullName}>
              {onAbout ? (
                <button type="button" aria-haspopup="dialog" onClick={onAbout}>
                  {name}
                </button>
              ) : (
                name
              )}
              {isOnline && <i aria-hidden="true" />}
              {isMuted && (
                <>
                  <BellOff size={16} />
                  <VisuallyHidden>{texts.muted}</VisuallyHidden>
                </>
              )}
            </h2>
            {!peer.deleted && (
              // No paragraph: a reader's own style may set space between those.
              <div role="status" data-typing={isTyping}>
                {state}
              </div>
            )}
          </div>
        </div>
        <div css={actions}>{children}</div>
      </div>
    </header>
  );
}
