import { useQueryClient } from '@tanstack/react-query';
import { operate, undoOperation } from '../../../outbox/operate.ts';
import type { MessageId, UserId } from '../../../protocol/entities.ts';
import { notify } from '../../../ui/notify.ts';
import { Question } from '../../dialog.tsx';
import { texts } from './texts.ts';

interface DeleteQuestionProps {
  peerId: UserId;
  messageId: MessageId;
  /** Directly before the message is deleted. */
  onDelete?: () => void;
  onClose: () => void;
}

/** Deletes a message if the person agrees. Undo takes that back for a short time. */
export function DeleteQuestion({ peerId, messageId, onDelete, onClose }: DeleteQuestionProps) {
  const queryClient = useQueryClient();
  return (
    <Question
      title={texts.deleteQuestion}
      stay={texts.cancel}
      go={texts.delete}
      onGo={() => {
        onClose();
        onDelete?.();
        const key = operate(queryClient, peerId, { kind: 'delete', messageId });
        notify.blank(texts.deleted, () => {
          if (!undoOperation(queryClient, key)) notify.error(texts.tooLate);
        });
      }}
      onClose={onClose}
    >
      <p>{texts.deleteConsequences}</p>
    </Question>
  );
}
