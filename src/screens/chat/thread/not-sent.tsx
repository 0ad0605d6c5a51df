import { RotateCcw, Trash2 } from 'lucide-react';
import { useOutboxActions } from '../../../queries/messages.ts';
import { texts } from './texts.ts';

interface NotSentProps {
  /** Key of the message. */
  id: string;
  /** Why it failed. */
  reason: string | undefined;
}

/** Under a message that was not sent: why, and what can be done with it. */
export function NotSent({ id, reason }: NotSentProps) {
  const { retry, discard } = useOutboxActions();
  return (
    <div className="not-sent" role="alert">
      <span>{texts.notSent(reason)}</span>
      <button type="button" onClick={() => retry(id)}>
        <RotateCcw size={15} strokeWidth={2.25} />
        {texts.retry}
      </button>
      <button type="button" onClick={() => discard(id)}>
        <Trash2 size={15} strokeWidth={2.25} />
        {texts.discard}
      </button>
    </div>
  );
}
