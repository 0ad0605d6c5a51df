import { copyText } from './copy-text.ts';
import { deleteMessage } from './delete-message.tsx';
import { editText } from './edit-text.ts';
import { forward } from './forward.tsx';
import type { MessageAction, Subject } from './message-action.ts';
import { reply } from './reply.ts';

/** In the order of the menu. */
const ACTIONS: readonly MessageAction[] = [reply, editText, copyText, forward, deleteMessage];

/** What can be done with this message now. */
export const listActions = (subject: Subject): MessageAction[] =>
  ACTIONS.filter(({ isPossible }) => isPossible(subject));
