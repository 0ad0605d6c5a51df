import { forwardMessage } from '../../../outbox/operate.ts';
import { findServed } from '../../../pictures/held-pictures.ts';
import type { MessageContent } from '../../../protocol/entities.ts';
import { Forward } from '../../../ui/icons/later-icons.ts';
import { notify } from '../../../ui/notify.ts';
import type { Entry } from '../thread/thread.ts';
import type { ActionTools, MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

export const forward: MessageAction = {
  id: 'forward',
  label: texts.forward,
  icon: Forward,
  feature: 'forward',
  keys: ['f'],
  isPossible: ({ message }) => isForwardable(message),
  run: ({ message }, { queryClient, show }) => askWhom([message], { queryClient, show }),
};

/** The server takes the content from a message that it has. */
export const isForwardable = ({ outgoing, deleted }: Entry): boolean => !outgoing && !deleted;

interface Asking extends Pick<ActionTools, 'queryClient' | 'show'> {
  onForward?: () => void;
}

/** Asks for the people, and sends them the messages, in this order. */
export function askWhom(
  messages: readonly Entry[],
  { queryClient, show, onForward }: Asking,
): void {
  import('./forward-dialog.tsx').then(
    ({ ForwardDialog }) =>
      show((close) => (
        <ForwardDialog
          onForward={(userIds) => {
            for (const userId of userIds) {
              for (const message of messages) {
                const content = contentOf(message);
                forwardMessage(queryClient, userId, { messageId: message._id, content });
              }
            }
            onForward?.();
          }}
          onClose={close}
        />
      )),
    () => notify.error(texts.forwardFailed),
  );
}

/** Shown until the server has answered. Other conversations do not hold this one's pictures. */
const contentOf = ({ text, image }: Entry): MessageContent =>
  image === undefined ? { text: text ?? '' } : { image: findServed(image) };
