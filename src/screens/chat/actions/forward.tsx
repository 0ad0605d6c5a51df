import { forwardMessage } from '../../../outbox/operate.ts';
import { findServed } from '../../../pictures/held-pictures.ts';
import type { MessageContent } from '../../../protocol/entities.ts';
import { Forward } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import type { Entry } from '../thread/thread.ts';
import type { ActionTools, MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

export const forward: MessageAction = {
  id: 'forward',
  label: texts.forward,
  icon: Forward,
  keys: ['f'],
  // The server takes the content from a message that it has.
  isPossible: ({ message }) => message.outgoing === undefined,
  run: ({ message }, tools) => askWhom(message, tools),
};

/** Asks for the people, and sends them the message. */
function askWhom(message: Entry, { queryClient, show }: ActionTools): void {
  import('./forward-dialog.tsx').then(
    ({ ForwardDialog }) =>
      show((close) => (
        <ForwardDialog
          onForward={(userIds) => {
            const content = contentOf(message);
            for (const userId of userIds) {
              forwardMessage(queryClient, userId, { messageId: message._id, content });
            }
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
