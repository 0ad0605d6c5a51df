import { css, keyframes } from '@emotion/react';
import type { ComponentProps, RefCallback } from 'react';
import { raised } from '../ui/styles.ts';
import { useBackCloses } from './use-back-closes.ts';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClick'> {
  /** By Escape, by a press beside it, or by the browser's Back. */
  onClose: () => void;
  closesByBack?: boolean | undefined;
  /** Closed for a while; its content stays. */
  isHidden?: boolean;
}

/** A modal dialog, open while it is rendered. */
export function Dialog(props: DialogProps) {
  const { onClose, closesByBack = true, isHidden = false, onKeyDown, ...others } = props;
  useBackCloses(closesByBack, onClose);
  return (
    <dialog
      {...others}
      ref={isHidden ? null : open}
      css={surface}
      // Of Escape. Not `close`, which comes later, when it may be open again.
      onCancel={(event) => event.target === event.currentTarget && onClose()}
      // Outside its content, the dialog itself is under the pointer: the backdrop.
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        // The screen behind has its own keys, and Escape closes one thing at a time.
        event.stopPropagation();
        onKeyDown?.(event);
      }}
    />
  );
}

const open: RefCallback<HTMLDialogElement> = (element) => {
  element?.showModal();
  // Closing returns the focus to its previous element; removing the dialog from the page would not.
  return () => element?.close();
};

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } });
const surface = css({
  animation: `${rise} var(--d-base) var(--ease-out)`,
  maxHeight: 'calc(100dvh - 24px)',
  padding: 0,
  border: 0,
  borderRadius: 24,
  ...raised(3),
  '--behind': 'var(--raised)',
  color: 'var(--text)',
  overscrollBehavior: 'contain',
  '&::backdrop': { background: 'rgb(6 18 23 / 0.5)' },
});

/** A dialog at the lower edge of the window. */
export const bottomSheet = {
  width: '100%',
  maxWidth: 'none',
  marginBlock: 'auto 0',
  borderEndStartRadius: 0,
  borderEndEndRadius: 0,
} as const;
