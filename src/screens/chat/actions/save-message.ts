import type { QueryClient } from '@tanstack/react-query';
import { operate } from '../../../outbox/operate.ts';
import { announce } from '../../../ui/announcer.ts';
import { Bookmark, BookmarkMinus } from '../../../ui/icons/later-icons.ts';
import type { MessageAction, Subject } from './message-action.ts';
import { texts } from './texts.ts';

const canSave = ({ message }: Subject): boolean => !message.outgoing && !message.deleted;

/** For the person alone: the list of saved messages has it. */
export const saveMessage: MessageAction = {
  id: 'save',
  label: texts.saveMessage,
  icon: Bookmark,
  feature: 'save',
  keys: ['s'],
  isPossible: (subject) => canSave(subject) && !subject.message.saved,
  run: (subject, { queryClient }) => setSaved(subject, true, queryClient),
};

export const unsaveMessage: MessageAction = {
  id: 'unsave',
  label: texts.unsaveMessage,
  icon: BookmarkMinus,
  feature: 'save',
  keys: ['s'],
  isPossible: (subject) => canSave(subject) && subject.message.saved === true,
  run: (subject, { queryClient }) => setSaved(subject, false, queryClient),
};

function setSaved({ message, peer }: Subject, saved: boolean, queryClient: QueryClient): void {
  operate(queryClient, peer._id, { kind: 'save', messageId: message._id, saved });
  const line = saved ? texts.messageSaved : texts.messageUnsaved;
  announce({ kind: 'own-save', line, summarise: () => line, summariseFrom: 2 });
}
