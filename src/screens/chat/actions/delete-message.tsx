import type { QueryClient } from '@tanstack/react-query';
import { operate, undoOperation } from '../../../outbox/operate.ts';
import { Button } from '../../../ui/button.tsx';
import { Trash2 } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { Question } from '../../question.tsx';
import type { MessageAction, Subject } from './message-action.ts';
import { texts } from './texts.ts';

export const deleteMessage: MessageAction = {
  id: 'delete',
  label: texts.delete,
  icon: Trash2,
  keys: ['Delete', 'Backspace'],
  isDestructive: true,
  // What was not sent is discarded below it.
  isPossible: ({ message, isOwn }) => isOwn && message.outgoing === undefined,
  run(subject, { queryClient, show }) {
    show((close) => (
      <DeleteQuestion
        onDelete={() => {
          close();
          sendDeletion(subject, queryClient);
        }}
        onClose={close}
      />
    ));
  },
};

function sendDeletion({ message, peer }: Subject, queryClient: QueryClient): void {
  const key = operate(queryClient, peer._id, { kind: 'delete', messageId: message._id });
  notify.blank(texts.deleted, () => {
    if (!undoOperation(queryClient, key)) notify.error(texts.tooLate);
  });
}

interface DeleteQuestionProps {
  onDelete: () => void;
  onClose: () => void;
}

function DeleteQuestion({ onDelete, onClose }: DeleteQuestionProps) {
  return (
    <Question
      title={texts.deleteQuestion}
      onClose={onClose}
      answers={
        <>
          <Button look="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button look="danger" onClick={onDelete}>
            {texts.delete}
          </Button>
        </>
      }
    >
      <p>{texts.deleteConsequences}</p>
    </Question>
  );
}
