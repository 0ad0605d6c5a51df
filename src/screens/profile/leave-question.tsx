import { css } from '@emotion/react';
import { type RefCallback, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { forcedColors } from '../../ui/media.ts';
import { texts } from './texts.ts';

const dialog = css({
  width: 'min(24rem, calc(100vw - 24px))',
  padding: 'var(--s6)',
  border: 0,
  borderRadius: 24,
  background: 'var(--raised)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow-3)',
  '&::backdrop': { background: 'rgb(6 18 23 / 0.5)' },
  [forcedColors]: { border: '1px solid' },
  '& > h2': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  '& > p': { marginBlock: 'var(--s2) var(--s5)', color: 'var(--text-muted)' },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 'var(--s2)' },
  '& button': { flex: '1 0 auto', minHeight: 44 },
});

interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Before what was edited is given up. */
export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  const id = useId();
  return (
    <dialog
      ref={open}
      css={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onStay}
      // Escape closes one thing at a time.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={`${id}-title`}>{texts.leave.title}</h2>
      <p id={`${id}-text`}>{texts.leave.text}</p>
      <div>
        <Button onClick={onStay}>{texts.leave.stay}</Button>
        <Button look="quiet" onClick={onLeave}>
          {texts.leave.leave}
        </Button>
      </div>
    </dialog>
  );
}

const open: RefCallback<HTMLDialogElement> = (element) => element?.showModal();
