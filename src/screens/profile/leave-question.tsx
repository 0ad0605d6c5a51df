import { Button } from '../../ui/button.tsx';
import { Question } from '../question.tsx';
import { texts } from './texts.ts';

interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before edits are discarded. */
export function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Question
      title={texts.leave.title}
      onClose={onStay}
      // It is asked while a step through the history is being undone: an entry for it could be lost.
      closesByBack={false}
      answers={
        <>
          <Button onClick={onStay}>{texts.leave.stay}</Button>
          <Button look="quiet" onClick={onLeave}>
            {texts.leave.leave}
          </Button>
        </>
      }
    >
      <p>{texts.leave.text}</p>
    </Question>
  );
}
