/** What can be done with a message, in the order of the menu. */
import type { QueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { quoteOf } from '../../../conversation/patches/changed-message.ts';
import { discardMessage, forwardMessage } from '../../../outbox/operate.ts';
import { isReachable } from '../../../people/is-reachable.ts';
import { findServed } from '../../../pictures/retained-pictures.ts';
import type { MessageId, User, UserId } from '../../../protocol/entities.ts';
import {
  dropRefusedEdit,
  type Edit,
  endEdit,
  startEdit,
  useEdit,
  useRefusedEditOf,
} from '../../../stores/edits.ts';
import type { drawIcon } from '../../../ui/icons/draw-icon.ts';
import { Copy, Forward, Pencil, Reply, Trash2 } from '../../../ui/icons/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { beginReply } from '../composer/reply-bar.tsx';
import { giveBack } from '../composer/use-draft.ts';
import { type Entry, findEntry, keyOf, type ThreadPage } from '../thread/thread.ts';
import { DeleteQuestion } from './delete-question.tsx';
import { ForwardDialog } from './forward-dialog.tsx';
import { texts } from './texts.ts';

/** The message that is acted on, as it is now. */
export interface Subject {
  message: Entry;
  isOwn: boolean;
  me: User;
  peer: User;
}

export interface ActionTools {
  queryClient: QueryClient;
  /** Shows what an action asks or lists, such as a dialog, until it calls `close`. */
  show: (render: (close: () => void) => ReactElement) => void;
}

export interface MessageAction {
  id: string;
  label: string;
  icon: ReturnType<typeof drawIcon>;
  /** Each does it while the message has the focus, if shortcuts of a single key are on. */
  keys?: readonly string[];
  /** Also a button of the toolbar. */
  isInToolbar?: boolean;
  isDestructive?: boolean;
  isPossible: (subject: Subject) => boolean;
  run: (subject: Subject, tools: ActionTools) => void;
}

/** The box above which the message is quoted then has the focus. */
const reply: MessageAction = {
  id: 'reply',
  label: texts.reply,
  icon: Reply,
  keys: ['r'],
  isInToolbar: true,
  isPossible: ({ message, peer }) => message.outgoing === undefined && isReachable(peer),
  run({ message, peer }) {
    // Otherwise the box is hidden, and cannot take the focus.
    flushSync(() => endEdit(peer._id));
    const { image, ...quote } = quoteOf(message);
    // The draft may be opened by another page.
    beginReply(image === undefined ? quote : { ...quote, image: findServed(image) });
  },
};

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

/** An edit ends when its message is deleted. What was typed is given to the box. */
export function useEndOfEdit(peerId: UserId, pages: readonly ThreadPage[]): void {
  const edit = useEdit(peerId);
  const isDeleted = edit !== undefined && findEntry(pages, edit.key)?.deleted === true;
  useEffect(() => {
    if (!edit || !isDeleted) return;
    endEdit(peerId);
    const { before, text = before } = edit;
    // The box, which takes the focus, is shown again by then.
    if (text !== before) queueMicrotask(() => giveBack(peerId, { text }));
  }, [peerId, edit, isDeleted]);
}

const findById = (pages: readonly ThreadPage[], id: MessageId): Entry | undefined =>
  pages.flatMap(({ entries }) => entries).find(({ _id }) => _id === id);

function canEdit({ message, isOwn, peer }: Subject): boolean {
  return isOwn && Boolean(message.text) && isReachable(peer);
}

const copyText: MessageAction = {
  id: 'copy',
  label: texts.copy,
  icon: Copy,
  // Browsers have no clipboard on an insecure address.
  isPossible: ({ message }) => Boolean(message.text) && 'clipboard' in navigator,
  run: ({ message }) => copyToClipboard(message.text ?? ''),
};

function copyToClipboard(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify.success(texts.copied),
    () => notify.error(texts.copyFailed),
  );
}

const forward: MessageAction = {
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
  show((close) => (
    <ForwardDialog
      onForward={(userIds) => {
        for (const userId of userIds) forwardMessage(queryClient, userId, message._id);
      }}
      onClose={close}
    />
  ));
}

const deleteMessage: MessageAction = {
  id: 'delete',
  label: texts.delete,
  icon: Trash2,
  keys: ['Delete', 'Backspace'],
  isDestructive: true,
  isPossible: ({ message, isOwn }) => isOwn && message.outgoing === undefined,
  run: ({ message, peer }, { show }) =>
    show((close) => <DeleteQuestion peerId={peer._id} messageId={message._id} onClose={close} />),
};

/** Of what was not sent. A text in its first try is too fast for that, unlike a picture. */
const discard: MessageAction = {
  id: 'discard',
  label: texts.discard,
  icon: Trash2,
  isDestructive: true,
  isPossible: ({ message: { outgoing, image } }) =>
    outgoing !== undefined && (outgoing !== 'sending' || image !== undefined),
  run({ message }, { queryClient }) {
    discardMessage(queryClient, keyOf(message));
  },
};

/** In the order of the menu. */
const ACTIONS: readonly MessageAction[] = [
  reply,
  editText,
  copyText,
  forward,
  deleteMessage,
  discard,
];

export const listActions = (subject: Subject): MessageAction[] =>
  ACTIONS.filter(({ isPossible }) => isPossible(subject));
