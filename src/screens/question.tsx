import { css } from '@emotion/react';
import { type ReactNode, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  title: string;
  /** The consequences; read with the title. */
  children: ReactNode;
  /** Words of the buttons; the first one has the focus. */
  stay: string;
  go: string;
  onGo: () => void;
  /** It was answered with `stay`, or closed without an answer. */
  onClose: () => void;
  closesByBack?: boolean;
}

/** Asks before something is lost. */
export function Question(props: QuestionProps) {
  const { title, children, stay, go, onGo, onClose, closesByBack } = props;
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
      <div css={row}>
        <Button look="quiet" onClick={onClose}>
          {stay}
        </Button>
        <Button look="danger" onClick={onGo}>
          {go}
        </Button>
      </div>
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
