import type { Features } from '../../../backend/connection.ts';
import { copyText } from './copy-text.ts';
import { deleteMessage } from './delete-message.tsx';
import { editText } from './edit-text.ts';
import { forward } from './forward.tsx';
import type { MessageAction, Subject } from './message-action.ts';
import { showDetails } from './message-details.tsx';
import { reply } from './reply.ts';
import { saveMessage, unsaveMessage } from './save-message.ts';
import { selectSeveral } from './select-several.ts';

/** In the order of the menu. */
const ACTIONS: readonly MessageAction[] = [
  reply,
  editText,
  copyText,
  forward,
  saveMessage,
  unsaveMessage,
  selectSeveral,
  showDetails,
  deleteMessage,
];

const isOffered = ({ feature, isPossible }: MessageAction, subject: Subject, features: Features) =>
  (feature === undefined || features?.has(feature)) && isPossible(subject);

/** What can be done with this message now. */
export const listActions = (subject: Subject, features: Features): MessageAction[] =>
  ACTIONS.filter((action) => isOffered(action, subject, features));
