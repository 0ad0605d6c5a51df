/** Below a message that the server has not got: what can be done about it. */
import { css } from '@emotion/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { useConnection } from '../../../backend/connection.ts';
import { useOutboxActions } from '../../../conversation/messages.ts';
import { getSelectedUserId } from '../../../stores/selection.ts';
import { useIsUndoable } from '../../../stores/unsent.ts';
import { RotateCcw, Trash2, Undo2 } from '../../../ui/icons/icons.ts';
import { smallButton } from '../../../ui/small-button.ts';
import { giveBack } from '../composer/use-draft.ts';
import { focusLog } from './rows.ts';
import { texts } from './texts.ts';

interface NotSentProps {
  /** Key of the message. */
  id: string;
  /** Whether it is not retried; otherwise it keeps failing, and the person was notified. */
  isFinal: boolean;
  reason: string | undefined;
}

/** Below an unsent message: the reason, and the possible actions. */
export function NotSent({ id, isFinal, reason }: NotSentProps) {
  const { retry, discard } = useOutboxActions();
  const { status } = useConnection();
  const isCutOff = !isFinal && status !== 'connected';
  const handle = (act: (id: string) => void) => (event: MouseEvent<HTMLElement>) => {
    focusLog(event.currentTarget);
    act(id);
  };
  return (
    <div className="not-sent" data-waiting={isCutOff}>
      <span>
        {isCutOff
          ? texts.waitingForConnection
          : isFinal
            ? texts.notSent(reason)
            : texts.notSentYet(reason)}
      </span>
      <button type="button" onClick={handle(retry)}>
        <RotateCcw size={15} strokeWidth={2.25} />
        <span>{texts.retry}</span>
      </button>
      <button type="button" onClick={handle(discard)}>
        <Trash2 size={15} strokeWidth={2.25} />
        <span>{texts.discard}</span>
      </button>
    </div>
  );
}

const undoRow = css({
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
  return useIsUndoable(id) && <UndoButton id={id} />;
}

function UndoButton({ id }: { id: string }) {
  const { undo } = useOutboxActions();
  const [isCalm, setIsCalm] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsCalm(true), CALM_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isCalm) return null;
  return (
    <div css={undoRow}>
      <button
        type="button"
        onClick={() => {
          const content = undo(id);
          const peerId = getSelectedUserId();
          if (content && peerId !== null) giveBack(peerId, content);
        }}
      >
        <Undo2 size={15} strokeWidth={2.25} />
        <span>{texts.undo}</span>
      </button>
    </div>
  );
}
