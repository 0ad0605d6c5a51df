import type { User } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../question.tsx';
import { texts } from './texts.ts';

interface BlockQuestionProps {
  peer: User;
  onBlock: () => void;
  onClose: () => void;
}

/** Explains blocking before it is done. */
export function BlockQuestion({ peer, onBlock, onClose }: BlockQuestionProps) {
  const handleBlock = () => {
    onBlock();
    onClose();
  };
  return (
    <Question
      title={texts.question.title(peer.fullName)}
      onClose={onClose}
      answers={
        <>
          <Button look="quiet" onClick={onClose}>
            {texts.question.cancel}
          </Button>
          <Button look="danger" onClick={handleBlock}>
            {texts.block}
          </Button>
        </>
      }
    >
      <p>{texts.question.consequences}</p>
      <p>{texts.question.secrecy}</p>
    </Question>
  );
}
