import { cutPreview } from '../../../protocol/preview.ts';
import { Reply } from '../../../ui/icons/later-icons.ts';
import { beginReply } from '../composer/begin-reply.ts';
import type { MessageAction } from './message-action.ts';
import { texts } from './texts.ts';

/** The box above which the message is quoted then has the focus. */
export const reply: MessageAction = {
  id: 'reply',
  label: texts.reply,
  icon: Reply,
  feature: 'reply',
  keys: ['r'],
  isInToolbar: true,
  isPossible: ({ message, peer }) =>
    !message.outgoing && !message.deleted && !peer.blocked && !peer.deleted,
  run: ({ message: { _id, senderId, text } }) =>
    beginReply({ _id, senderId, ...(text !== undefined && { text: cutPreview(text) }) }),
};
