import { css } from '@emotion/react';
import { useLayoutEffect, useRef } from 'react';
import type { User } from '../../../protocol/entities.ts';
import { useViewedPicture } from '../../../stores/viewer.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X } from '../../../ui/icons/form-icons.ts';
import { forcedColors } from '../../../ui/media.ts';
import { useBackCloses } from '../../use-back-closes.ts';
import { AboutPerson } from './about-person.tsx';
import { texts } from './texts.ts';

const sheet = css({
  '--inline': 'var(--s5)',
  width: '100%',
  maxWidth: '100%',
  maxHeight: 'calc(100dvh - var(--s8))',
  marginBlock: 'auto 0',
  padding: 0,
  paddingBlockEnd: 'max(var(--s2), env(safe-area-inset-bottom))',
  border: 0,
  borderStartStartRadius: 24,
  borderStartEndRadius: 24,
  background: 'var(--raised)',
  '--behind': 'var(--raised)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow-3)',
  overflow: 'hidden',
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '&::backdrop': { background: 'rgb(6 18 23 / 0.5)' },
  [forcedColors]: { border: '1px solid' },
  '& > button': { position: 'absolute', insetBlockStart: 8, insetInlineEnd: 8, zIndex: 1 },
});

interface AboutSheetProps {
  peer: User;
  onClose: () => void;
}

/** The sheet about the other person, if there is no room for a panel. */
export function AboutSheet({ peer, onClose }: AboutSheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  // A dialog covers everything else, so it closes for the viewer, and opens again after it.
  const isHidden = useViewedPicture() !== null;
  useBackCloses(true, onClose);
  // Closed before it is removed: afterwards closing would not return the focus.
  useLayoutEffect(() => {
    const element = ref.current;
    if (isHidden) return;
    element?.showModal();
    return () => element?.close();
  }, [isHidden]);
  return (
    <dialog
      ref={ref}
      css={sheet}
      aria-label={texts.region(peer.fullName)}
      // By Escape.
      onCancel={(event) => event.target === event.currentTarget && onClose()}
      // The screen behind has its own keys.
      onKeyDown={(event) => event.stopPropagation()}
      // Outside its content, the dialog itself is under the pointer: the backdrop.
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <IconButton label={texts.close} onClick={onClose}>
        <X size={20} />
      </IconButton>
      <AboutPerson peer={peer} />
    </dialog>
  );
}
