import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/question.tsx';
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
