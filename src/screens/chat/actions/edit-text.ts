import { useEffect } from 'react';
import type { MessageId, UserId } from '../../../protocol/entities.ts';
import {
  dropRefusedEdit,
  type Edit,
  startEdit,
  useEdit,
  useRefusedEditOf,
} from '../../../stores/edits.ts';
import { Pencil } from '../../../ui/icons/icons.ts';
import { giveBack } from '../composer/use-draft.ts';
import { type Entry, keyOf, type ThreadPage } from '../thread/thread.ts';
import type { MessageAction, Subject } from './message-action.ts';
import { texts } from './texts.ts';

export const editText: MessageAction = {
  id: 'edit',
  label: texts.edit,
  icon: Pencil,
  keys: ['e'],
  isPossible: canEdit,
  run: ({ message, peer }) => startEdit(peer._id, toEdit(message)),
};

const toEdit = (message: Entry): Edit => ({
  messageId: message._id,
  key: keyOf(message),
  before: message.text ?? '',
  version: message.version ?? 0,
});

/**
 * A text that the server has refused is edited again, on top of what the message says now. If the message is gone, the
 * text is given to the box.
 */
export function useRefusedEdit(peerId: UserId, pages: readonly ThreadPage[]): void {
  const refused = useRefusedEditOf(peerId);
  const isFree = useEdit(peerId) === undefined;
  const message = refused && findById(pages, refused.messageId);
  useEffect(() => {
    if (!refused || !message || !isFree) return;
    const { text, reason, messageId } = refused;
    if (message.deleted) giveBack(peerId, { text });
    else startEdit(peerId, { ...toEdit(message), text, reason });
    dropRefusedEdit(messageId);
  }, [peerId, refused, message, isFree]);
}

const findById = (pages: readonly ThreadPage[], id: MessageId): Entry | undefined =>
  pages.flatMap(({ entries }) => entries).find(({ _id }) => _id === id);

function canEdit({ message, isOwn, peer }: Subject): boolean {
  return isOwn && message.text !== undefined && !peer.blocked && !peer.deleted;
}
