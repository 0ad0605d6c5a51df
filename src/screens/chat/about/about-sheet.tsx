import { css } from '@emotion/react';
import type { User } from '../../../protocol/entities.ts';
import { useZone } from '../../../stores/clock.ts';
import { useViewedPicture } from '../../../stores/selection.ts';
import { IconButton } from '../../../ui/button.tsx';
import { X } from '../../../ui/icons/icons.ts';
import { bottomSheet, Dialog } from '../../dialog.tsx';
import { AboutPerson } from './about-person.tsx';
import { texts } from './texts.ts';

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
