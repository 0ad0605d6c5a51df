/** Texts that the person is changing, and changed texts that the server has refused. */
import type { MessageId, UserId } from '../protocol/entities.ts';
import { createAccountStore } from './account-store.ts';
import { subscribeQuotes } from './message-events.ts';

export interface Edit {
  /** The id, or before it is sent the key, of the message. */
  messageId: MessageId;
  /** Of its row. */
  key: string;
  /** The text that is changed, and its version; 0: as it was sent. */
  before: string;
  version: number;
  /** What is typed; absent: nothing yet. */
  text?: string;
  /** Why the server has refused this text. */
  reason?: string;
}

interface RefusedEdit {
  peerId: UserId;
  messageId: MessageId;
  text: string;
  /** The server's sentence for people. */
  reason: string;
}

interface Edits {
  /** One in each conversation. */
  begun: Readonly<Record<UserId, Edit>>;
  /** The latest of each message. */
  refused: Readonly<Record<MessageId, RefusedEdit>>;
}

const NONE: Edits = { begun: {}, refused: {} };
const edits = createAccountStore<Edits>('edits', (stored) => (isEdits(stored) ? stored : NONE));

// Only this file writes it.
function isEdits(value: unknown): value is Edits {
  return typeof value === 'object' && value !== null && 'begun' in value && 'refused' in value;
}

const change = (part: Partial<Edits>): void => edits.set({ ...edits.get(), ...part });

export const useEdit = (peerId: UserId): Edit | undefined =>
  edits.useValue(({ begun }) => begun[peerId]);

export function startEdit(peerId: UserId, edit: Edit): void {
  const { begun } = edits.get();
  change({ begun: { ...begun, [peerId]: edit } });
}

export function keepEditText(peerId: UserId, text: string): void {
  const edit = edits.get().begun[peerId];
  if (edit) startEdit(peerId, { ...edit, text });
}

export function endEdit(peerId: UserId): void {
  const { [peerId]: _, ...begun } = edits.get().begun;
  change({ begun });
}

/** The first one in this conversation. */
export const useRefusedEditOf = (peerId: UserId): RefusedEdit | undefined =>
  edits.useValue(({ refused }) => Object.values(refused).find((edit) => edit.peerId === peerId));

export function keepRefusedEdit({ peerId, messageId, text, reason }: RefusedEdit): void {
  const { refused } = edits.get();
  change({ refused: { ...refused, [messageId]: { peerId, messageId, text, reason } } });
}

/** The person has taken the text, or does not want it. */
export function dropRefusedEdit(messageId: MessageId): void {
  const { [messageId]: _, ...refused } = edits.get().refused;
  change({ refused });
}

// Of a message that is deleted only the person's own words stay, until its conversation is open.
subscribeQuotes(({ peerId, quote }) => {
  const edit = edits.get().begun[peerId];
  if (!quote.deleted || !edit || edit.messageId !== quote._id) return;
  const { before, text = before } = edit;
  startEdit(peerId, { ...edit, before: '', text: text === before ? '' : text });
});
