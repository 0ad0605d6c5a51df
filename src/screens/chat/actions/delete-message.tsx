import type { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { operate, undoOperation } from '../../../outbox/operate.ts';
import { Button } from '../../../ui/button.tsx';
import { Trash2 } from '../../../ui/icons/later-icons.ts';
import { notify } from '../../../ui/notify.ts';
import { Question } from '../../question.tsx';
import type { MessageAction, Subject } from './message-action.ts';
import { texts } from './texts.ts';

export const deleteMessage: MessageAction = {
  id: 'delete',
  label: texts.delete,
  icon: Trash2,
  feature: 'deleteMessages',
  keys: ['Delete', 'Backspace'],
  isDestructive: true,
  // What was not sent is discarded below it.
  isPossible: ({ message }) => message.outgoing === undefined,
  run(subject, { queryClient, show, leave }) {
    show((close) => (
      <DeleteQuestion
        isOwn={subject.isOwn}
        peerName={subject.peer.fullName}
        onDelete={(whose) => {
          // The dialog returns the focus to the message before that leaves it.
          flushSync(close);
          leave(subject);
          sendDeletion(subject, whose, queryClient);
        }}
        onClose={close}
      />
    ));
  },
};

function sendDeletion(
  { message, peer }: Subject,
  whose: 'me' | 'both',
  queryClient: QueryClient,
): void {
  const key = operate(queryClient, peer._id, {
    kind: 'delete',
    messageId: message._id,
    for: whose,
  });
  notify.blank(whose === 'both' ? texts.deletedForBoth : texts.deletedForMe, () => {
    if (!undoOperation(queryClient, key)) notify.error(texts.tooLate);
  });
}

interface DeleteQuestionProps {
  isOwn: boolean;
  peerName: string;
  onDelete: (whose: 'me' | 'both') => void;
  onClose: () => void;
}

function DeleteQuestion({ isOwn, peerName, onDelete, onClose }: DeleteQuestionProps) {
  return (
    <Question
      title={texts.deleteQuestion}
      onClose={onClose}
      answers={
        <>
          <Button look="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button look="danger" onClick={() => onDelete('me')}>
            {texts.deleteForMe}
          </Button>
          {isOwn && (
            <Button look="danger" onClick={() => onDelete('both')}>
              {texts.deleteForBoth}
            </Button>
          )}
        </>
      }
    >
      <p>{isOwn ? texts.ownDeleted(peerName) : texts.theirsDeleted(peerName)}</p>
      <p>{texts.copiesStay}</p>
    </Question>
  );
}
