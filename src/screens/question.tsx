import { css } from '@emotion/react';
import { type ReactNode, useId } from 'react';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  title: string;
  /** The consequences; read with the title. */
  children: ReactNode;
  /** The buttons; the first one has the focus. */
  answers: ReactNode;
  /** It was closed without an answer. */
  onClose: () => void;
  closesByBack?: boolean;
}

/** Asks before something is lost. */
export function Question({ title, children, answers, onClose, closesByBack }: QuestionProps) {
  const id = useId();
  return (
    <Dialog
      css={question}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
      closesByBack={closesByBack}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <div css={row}>{answers}</div>
    </Dialog>
  );
}

const question = css({
  width: 'min(26rem, calc(100vw - 24px))',
  padding: 'var(--s6)',
  overflowWrap: 'anywhere',
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& > h2 + div': { marginBlock: 'var(--s2) var(--s5)', color: 'var(--text-muted)' },
});
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 'var(--s2)',
  '& > button': { flex: '1 0 auto', minHeight: 44 },
});
