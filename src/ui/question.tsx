import { css } from '@emotion/react';
import { type ReactNode, type RefCallback, useId } from 'react';
import { forcedColors } from './media.ts';

interface QuestionProps {
  title: string;
  /** The consequences; read with the title. */
  children: ReactNode;
  /** The buttons; the first one has the focus. */
  answers: ReactNode;
  /** Called when it closes, also by Escape. */
  onClose: () => void;
}

/** A dialog that asks before something is lost. It is open while it is rendered. */
export function Question({ title, children, answers, onClose }: QuestionProps) {
  const id = useId();
  return (
    <dialog
      ref={open}
      css={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      // Escape closes only one thing at a time.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <div css={row}>{answers}</div>
    </dialog>
  );
}

const open: RefCallback<HTMLDialogElement> = (element) => {
  element?.showModal();
  // Closing returns the focus to its previous element; removing the dialog from the page would not.
  return () => element?.close();
};

const dialog = css({
  width: 'min(26rem, calc(100vw - 24px))',
  maxHeight: 'calc(100dvh - 24px)',
  padding: 'var(--s6)',
  border: 0,
  borderRadius: 24,
  background: 'var(--raised)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow-3)',
  overflowWrap: 'anywhere',
  '&::backdrop': { background: 'rgb(6 18 23 / 0.5)' },
  [forcedColors]: { border: '1px solid' },
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& > h2 + div': { marginBlock: 'var(--s2) var(--s5)', color: 'var(--text-muted)' },
});
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 'var(--s2)',
  '& > button': { flex: '1 0 auto', minHeight: 44 },
});
