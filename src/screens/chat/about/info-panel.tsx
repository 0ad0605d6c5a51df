import { css, keyframes } from '@emotion/react';
import { useState } from 'react';
import type { User } from '../../../protocol/entities.ts';
import { askFor } from '../../../stores/asked.ts';
import { useZone } from '../../../stores/clock.ts';
import { useViewedPicture } from '../../../stores/opened.ts';
import { setPreference, usePreference } from '../../../stores/preferences.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { LogOut, PanelRight, X } from '../../../ui/icons/icons.ts';
import { mediumOnly, small, useMatchesMedia } from '../../../ui/media.ts';
import { bottomSheet, Dialog } from '../../dialog.tsx';
import { AboutPerson } from './about-person.tsx';
import { texts } from './texts.ts';

const slide = keyframes({ from: { opacity: 0, transform: 'translateX(12px)' } });
const panel = css({
  '&[data-opened=true]': { animation: `${slide} var(--d-base) var(--ease-out)` },
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  paddingBlock: 'var(--gutter)',
  '--inline': 'var(--s5)',
  [mediumOnly]: { '--inline': 'var(--s4)' },
});
/** About the own account, so separate from the other person's part. */
const foot = css({
  flex: 'none',
  paddingBlock: 'var(--s2) var(--s3)',
  paddingInline: 'var(--inline)',
  borderBlockStart: '1px solid color-mix(in srgb, var(--text) 12%, transparent)',
  // With large text the icon is above, as in the buttons about the person.
  '& > button': { flexWrap: 'wrap', padding: 'var(--s1)' },
});

/** The panel about the other person, beside the conversation from 768 px, unless it is closed. */
export function InfoPanel({ peer }: { peer: User }) {
  const isClosed = usePreference('isInfoPanelClosed');
  const [wasClosed] = useState(isClosed);
  const isSmall = useMatchesMedia(small);
  const zone = useZone();
  if (isClosed || isSmall) return null;
  return (
    <section css={panel} aria-label={texts.region(peer.fullName)} data-opened={wasClosed}>
      <AboutPerson key={zone} peer={peer} />
      <div css={foot}>
        <Button look="quiet" wide onClick={() => askFor('logout')}>
          <LogOut size={20} />
          <span>{texts.logOut}</span>
        </Button>
      </div>
    </section>
  );
}

export function PanelButton({ fullName }: { fullName: string }) {
  const isClosed = usePreference('isInfoPanelClosed');
  return (
    <IconButton
      label={texts.region(fullName)}
      aria-expanded={!isClosed}
      onClick={() => setPreference('isInfoPanelClosed', !isClosed)}
    >
      <PanelRight size={20} />
    </IconButton>
  );
}

const sheet = css(bottomSheet, {
  '--inline': 'var(--s5)',
  maxHeight: 'calc(100dvh - var(--s8))',
  paddingBlockEnd: 'max(var(--s2), env(safe-area-inset-bottom))',
  overflow: 'hidden',
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '& > button': { position: 'absolute', insetBlockStart: 8, insetInlineEnd: 8, zIndex: 1 },
});

/** The sheet about the other person, if there is no room for a panel. */
export function AboutSheet({ peer, onClose }: { peer: User; onClose: () => void }) {
  // A dialog covers everything else, so it closes for the viewer, and opens again after it.
  const isHidden = useViewedPicture() !== null;
  const zone = useZone();
  return (
    <Dialog
      css={sheet}
      isHidden={isHidden}
      aria-label={texts.region(peer.fullName)}
      onClose={onClose}
    >
      <IconButton label={texts.close} onClick={onClose}>
        <X size={20} />
      </IconButton>
      <AboutPerson key={zone} peer={peer} />
    </Dialog>
  );
}
