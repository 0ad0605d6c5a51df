/**
 * What the screens show of messages while operations on them have no answer. The cache holds only what the server has
 * said. Pure; unchanged rows and pages keep their references.
 */
import type {
  ConversationMessage,
  MessageList,
  OutgoingMessage,
} from '../conversation/entities.ts';
import { toTombstone } from '../conversation/patches/message-list.ts';
import type { OutgoingOperation } from './outgoing.ts';

type Pages = readonly MessageList[];

/** The pages with these operations applied, in order. */
export function overlayPages(pages: Pages, operations: readonly OutgoingOperation[]): Pages {
  if (operations.length === 0) return pages;
  const shown = pages.map((page) => overlay(page, operations));
  return shown.every((page, index) => page === pages[index]) ? pages : shown;
}

/** The same for one list, in any order. */
export function overlay(
  messages: MessageList,
  operations: readonly OutgoingOperation[],
): MessageList {
  if (operations.length === 0) return messages;
  const shown = messages.map((message) => operations.reduce(apply, message));
  return shown.every((message, at) => message === messages[at]) ? messages : shown;
}

/** The same for unsent messages. */
export function overlayOutgoing(
  outbox: readonly OutgoingMessage[],
  operations: readonly OutgoingOperation[],
): readonly OutgoingMessage[] {
  return outbox.flatMap((unsent) => {
    const own = operations.filter(({ operation }) => operation.messageId === unsent.key);
    if (own.some(({ operation }) => operation.kind === 'delete')) return [];
    const edited = own.findLast(({ operation }) => operation.kind === 'edit')?.operation;
    return edited?.kind === 'edit' ? [{ ...unsent, content: { text: edited.text } }] : [unsent];
  });
}

function apply(
  message: ConversationMessage,
  { operation, senderId, createdAt }: OutgoingOperation,
): ConversationMessage {
  if (operation.messageId !== message._id || message.deleted) return message;
  switch (operation.kind) {
    case 'delete':
      return toTombstone(message);
    case 'edit':
      return { ...message, text: operation.text, editedAt: createdAt };
    case 'react': {
      const { [senderId]: _, ...others } = message.reactions ?? {};
      const own = operation.emoji === null ? {} : { [senderId]: operation.emoji };
      return { ...message, reactions: { ...others, ...own } };
    }
  }
}
