import { quoteOf } from '../../../conversation/patches/changed-message.ts';
import { findServed } from '../../../pictures/held-pictures.ts';
import { Reply } from '../../../ui/icons/icons.ts';
import { beginReply } from '../composer/begin-reply.ts';
import type { MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

/** The box above which the message is quoted then has the focus. */
export const reply: MessageAction = {
  id: 'reply',
  label: texts.reply,
  icon: Reply,
  keys: ['r'],
  isInToolbar: true,
  isPossible: ({ message, peer }) =>
    message.outgoing === undefined && !peer.blocked && !peer.deleted,
  run({ message }) {
    const { image, ...quote } = quoteOf(message);
    // The draft may be opened by another page.
    beginReply(image === undefined ? quote : { ...quote, image: findServed(image) });
  },
};
