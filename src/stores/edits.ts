/**
 * Texts that the person is changing, and changed texts that the server has refused. Local storage has them, by account,
 * so that a reload loses nothing and all windows agree.
 */
import { create } from 'zustand';
import { dropLocal, keepLocal, readLocal } from '../lib/local-values.ts';
import type { MessageId, UserId } from '../protocol/entities.ts';
import { subscribeSession } from './session.ts';
import { EDITS_PREFIX } from './storage-keys.ts';

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
const useEdits = create<Edits>(() => NONE);
let accountId = '';

const keyOf = (account: UserId): string => EDITS_PREFIX + account;

/** The account has logged in. Does nothing if its edits are open. */
export function openEdits(account: UserId): void {
  if (account === accountId) return;
  accountId = account;
  useEdits.setState(read());
}

export const useEdit = (peerId: UserId): Edit | undefined => useEdits(({ begun }) => begun[peerId]);

export function startEdit(peerId: UserId, edit: Edit): void {
  const { begun } = useEdits.getState();
  change({ begun: { ...begun, [peerId]: edit } });
}

export function keepEditText(peerId: UserId, text: string): void {
  const edit = useEdits.getState().begun[peerId];
  if (edit) startEdit(peerId, { ...edit, text });
}

export function endEdit(peerId: UserId): void {
  const { [peerId]: _, ...begun } = useEdits.getState().begun;
  change({ begun });
}

/** The first one in this conversation. */
export const useRefusedEditOf = (peerId: UserId): RefusedEdit | undefined =>
  useEdits(({ refused }) => Object.values(refused).find((edit) => edit.peerId === peerId));

export function keepRefusedEdit({ peerId, messageId, text, reason }: RefusedEdit): void {
  const { refused } = useEdits.getState();
  change({ refused: { ...refused, [messageId]: { peerId, messageId, text, reason } } });
}

/** The person has taken the text, or does not want it. */
export function dropRefusedEdit(messageId: MessageId): void {
  const { [messageId]: _, ...refused } = useEdits.getState().refused;
  change({ refused });
}

/** Ignored after the account has logged out: an answer may come late. */
function change(part: Partial<Edits>): void {
  if (accountId === '') return;
  useEdits.setState(part);
  const { begun, refused } = useEdits.getState();
  const isEmpty = Object.keys(begun).length + Object.keys(refused).length === 0;
  if (isEmpty) dropLocal(keyOf(accountId));
  else keepLocal(keyOf(accountId), { begun, refused });
}

function read(): Edits {
  const stored = readLocal(keyOf(accountId));
  return isEdits(stored) ? stored : NONE;
}

// Only this file writes this key.
const isEdits = (value: unknown): value is Edits =>
  typeof value === 'object' && value !== null && 'begun' in value && 'refused' in value;

// The next person must not see them.
subscribeSession(({ previous }) => {
  if (previous === null) return;
  accountId = '';
  useEdits.setState(NONE);
});

// Another window has changed one.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (accountId !== '' && key === keyOf(accountId)) useEdits.setState(read());
  });
}
