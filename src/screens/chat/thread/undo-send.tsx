import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useOutboxActions } from '../../../conversation/messages.ts';
import { useIsUndoable } from '../../../stores/undoable.ts';
import { Undo2 } from '../../../ui/icons/later-icons.ts';
import { smallButton } from '../../../ui/small-button.ts';
import { giveBack } from '../composer/taken-back.ts';
import { texts } from './texts.ts';

const row = css({
  gridColumn: 1,
  gridRow: 2,
  justifySelf: 'end',
  '& > button': {
    ...smallButton,
    color: 'var(--accent-text)',
    '&:hover': { background: 'var(--accent-soft)' },
  },
});

/**
 * Most messages are sent sooner: nothing flickers below them. And if the next Undo appears under the pointer, the
 * second press of a double click has passed by then. In ms.
 */
const CALM_MS = 500;

/** Below a message that was just sent and cannot have arrived: takes it back into the box. */
export function UndoSend({ id }: { id: string }) {
  return useIsUndoable(id) && <Offer id={id} />;
}

function Offer({ id }: { id: string }) {
  const { undo } = useOutboxActions();
  const [isCalm, setIsCalm] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isCalm) return null;
  return (
    <div css={row}>
      <button
        type="button"
        onClick={() => {
          const content = undo(id);
          if (content) giveBack(content);
        }}
      >
        <Undo2 size={15} strokeWidth={2.25} />
        {texts.undo}
      </button>
    </div>
  );
}
