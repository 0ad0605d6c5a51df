import { useQueryClient } from '@tanstack/react-query';
import { getNewest } from '../../../conversation/conversation.ts';
import { operate, undoOperation } from '../../../outbox/operate.ts';
import { getUser } from '../../../people/users.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notify.ts';
import { Question } from '../../question.tsx';
import { texts } from './tool-texts.ts';

interface ClearQuestionProps {
  userId: UserId;
  onClose: () => void;
}

/** Asks before all messages of a conversation are deleted for this person. */
export function ClearQuestion({ userId, onClose }: ClearQuestionProps) {
  const queryClient = useQueryClient();
  const user = getUser(queryClient, userId);
  const name = user?.fullName ?? '';

  const clear = () => {
    onClose();
    // What is written from now on stays.
    const upTo = getNewest(queryClient, userId)?._id ?? user?.lastMessage?._id;
    if (upTo === undefined) return;
    const key = operate(queryClient, userId, { kind: 'clear', upTo });
    notify.blank(texts.cleared, () => {
      if (!undoOperation(queryClient, key)) notify.error(texts.tooLate);
    });
  };

  return (
    <Question
      title={texts.clearQuestion(name)}
      onClose={onClose}
      answers={
        <>
          <Button look="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button look="danger" onClick={clear}>
            {texts.clear}
          </Button>
        </>
      }
    >
      <p>{texts.clearConsequences(name)}</p>
    </Question>
  );
}
