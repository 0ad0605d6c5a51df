import type { QueryClient } from '@tanstack/react-query';
import { operate, undoOperation } from '../../../outbox/operate.ts';
import type { User } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notify.ts';
import { Question } from '../../question.tsx';
import type { Entry } from '../thread/thread.ts';
import type { ActionTools } from './message-action.ts';
import { texts } from './texts.ts';

interface Deleting extends Pick<ActionTools, 'queryClient' | 'show'> {
  peer: User;
  onDelete: () => void;
}

/** Asks before messages are deleted for this person. */
export function askToDelete(
  messages: readonly Entry[],
  { peer, queryClient, show, onDelete }: Deleting,
): void {
  show((close) => (
    <Question
      title={texts.deleteSeveralQuestion(messages.length)}
      onClose={close}
      answers={
        <>
          <Button look="quiet" onClick={close}>
            {texts.cancel}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              close();
              deleteForMe(messages, peer, queryClient);
              onDelete();
            }}
          >
            {texts.deleteForMe}
          </Button>
        </>
      }
    >
      <p>{texts.severalDeleted(peer.fullName)}</p>
    </Question>
  ));
}

function deleteForMe(messages: readonly Entry[], peer: User, queryClient: QueryClient): void {
  const keys = messages.map(({ _id }) =>
    operate(queryClient, peer._id, { kind: 'delete', messageId: _id, for: 'me' }),
  );
  notify.blank(texts.countDeleted(messages.length), () => {
    const undone = keys.filter((key) => undoOperation(queryClient, key));
    if (undone.length < keys.length) notify.error(texts.tooLate);
  });
}
