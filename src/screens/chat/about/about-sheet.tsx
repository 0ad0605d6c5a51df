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

/** About the other person, where there is no room for a panel beside the conversation. */
export function AboutSheet({ peer, onClose }: AboutSheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  // A dialog covers everything else, so it makes way for the viewer, and comes back after it.
  const isHidden = useViewedPicture() !== null;
  useBackCloses(true, onClose);
  // Before the dialog leaves the page: afterwards closing it gives the focus back to nobody.
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
      // The screen behind has keys of its own.
      onKeyDown={(event) => event.stopPropagation()}
      // The dialog itself is what lies under the pointer outside its content: the backdrop.
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <IconButton label={texts.close} onClick={onClose}>
        <X size={20} />
      </IconButton>
      <AboutPerson peer={peer} />
    </dialog>
  );
}
