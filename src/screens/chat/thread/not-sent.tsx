import type { MouseEvent } from 'react';
import { useConnection } from '../../../backend/connection.ts';
import { useOutboxActions } from '../../../conversation/messages.ts';
import { RotateCcw, Trash2 } from '../../../ui/icons/later-icons.ts';
import { focusLog } from './focus-log.ts';
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
  const isCutOff = !isFinal && status === 'reconnecting';
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
        {texts.retry}
      </button>
      <button type="button" onClick={handle(discard)}>
        <Trash2 size={15} strokeWidth={2.25} />
        {texts.discard}
      </button>
    </div>
  );
}
