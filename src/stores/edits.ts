/** Texts that the person is changing, one in each conversation. They stay while other conversations are open. */
import { create } from 'zustand';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { subscribeSession } from './session.ts';

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

const useEdits = create<{ edits: Readonly<Record<UserId, Edit | undefined>> }>(() => ({
  edits: {},
}));

export const useEdit = (peerId: UserId): Edit | undefined =>
  useEdits((state) => state.edits[peerId]);

export function startEdit(peerId: UserId, edit: Edit): void {
  set(peerId, edit);
}

export function keepEditText(peerId: UserId, text: string): void {
  const edit = useEdits.getState().edits[peerId];
  if (edit) set(peerId, { ...edit, text });
}

export function endEdit(peerId: UserId): void {
  set(peerId, undefined);
}

// The next person must not see them.
subscribeSession(() => useEdits.setState({ edits: {} }));

function set(peerId: UserId, edit: Edit | undefined): void {
  useEdits.setState(({ edits }) => ({ edits: { ...edits, [peerId]: edit } }));
}

// Texts of edits that the server has refused, so that the person does not lose them; for the life of this window.

interface RefusedEdit {
  peerId: UserId;
  messageId: MessageId;
  text: string;
  /** The server's sentence for people. */
  reason: string;
}

/** The latest of each message. */
type RefusedEdits = ReadonlyMap<MessageId, RefusedEdit>;

const useRefusedEdits = create<RefusedEdits>(() => new Map());

/** The first one in this conversation. */
export const useRefusedEditOf = (peerId: UserId): RefusedEdit | undefined =>
  useRefusedEdits((edits) => [...edits.values()].find((edit) => edit.peerId === peerId));

export const getRefusedEdits = (): RefusedEdits => useRefusedEdits.getState();

export const keepRefusedEdit = ({ peerId, messageId, text, reason }: RefusedEdit): void =>
  useRefusedEdits.setState(
    new Map(getRefusedEdits()).set(messageId, { peerId, messageId, text, reason }),
    true,
  );

/** The person has taken the text, or does not want it. */
export function dropRefusedEdit(messageId: MessageId): void {
  const edits = new Map(getRefusedEdits());
  edits.delete(messageId);
  useRefusedEdits.setState(edits, true);
}

// The next person must not see them.
subscribeSession(() => useRefusedEdits.setState(new Map(), true));
