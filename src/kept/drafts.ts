/**
 * Drafts, by account and person. Memory has all of a draft. Local storage has its words at every pause in typing, for a
 * reload and for other windows; pictures stay while the window lives.
 */
import { create } from 'zustand';
import { shallow } from 'zustand/shallow';
import type { UnreadyPicture } from '../conversation/entities.ts';
import { mergeQuote } from '../conversation/patches/merge-quote.ts';
import { dropLocal, keepLocal, listLocal, readLocal } from '../lib/local-values.ts';
import type { Quote, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/text.ts';
import { subscribeQuotes } from '../stores/message-events.ts';
import { notify } from '../ui/notify.ts';

interface Words {
  text: string;
  /** Caret position in `text`, in UTF-16 code units. */
  cursor: number;
  /** The message that it answers. */
  replyTo?: Quote;
}

/** A chosen picture: a data URL, or one that is being prepared. */
export type DraftPicture = { id: number } & (
  | { src: string }
  | { src: null; unready: UnreadyPicture }
);

export interface Draft extends Words {
  pictures: readonly DraftPicture[];
}

const PREFIX = 'draft/';
/** The pause in typing after which the words are stored. */
const PAUSE_MS = 300;
const NOT_KEPT =
  'This browser can’t keep what you are writing. Please leave this window open until it is sent.';

/** The account that is logged in, and drafts by `keyOf`. */
const useDrafts = create(() => ({ accountId: '', drafts: new Map<string, Draft>() }));
/** Drafts that are not stored yet. */
const unkept = new Map<string, ReturnType<typeof setTimeout>>();
let isNotified = false;

const keyOf = (accountId: UserId, peerId: UserId) => `${PREFIX}${accountId}/${peerId}`;
const getDraft = (key: string) => useDrafts.getState().drafts.get(key);

/** The beginning of a draft; empty: only pictures. Undefined: there is none. */
export const useDraftWords = (peerId: UserId | null): string | undefined =>
  useDrafts(({ accountId, drafts }) => {
    const draft = peerId === null ? undefined : drafts.get(keyOf(accountId, peerId));
    return draft && cutPreview(draft.text);
  });

/** The account has logged in. */
export function openDrafts(accountId: UserId): void {
  useDrafts.setState({ accountId });
  for (const key of listLocal(keyOf(accountId, ''))) {
    if (!getDraft(key)) put(key, read(key));
  }
}

/** The account that logged in last; empty after its logout. */
export const getDraftAccount = (): UserId => useDrafts.getState().accountId;

export const readDraft = (accountId: UserId, peerId: UserId): Draft | undefined =>
  getDraft(keyOf(accountId, peerId));

/** All drafts of an account. */
export function listDrafts(accountId: UserId): [peerId: UserId, Draft][] {
  const start = keyOf(accountId, '');
  const own = [...useDrafts.getState().drafts].filter(([key]) => key.startsWith(start));
  return own.map(([key, draft]) => [key.slice(start.length), draft]);
}

/** Undefined: the draft was sent or emptied. Ignored after the account has logged out. */
export function changeDraft(accountId: UserId, peerId: UserId, draft: Draft | undefined): void {
  const key = keyOf(accountId, peerId);
  if (accountId !== useDrafts.getState().accountId || shallow(getDraft(key), draft)) return;
  put(key, draft);
  clearTimeout(unkept.get(key));
  unkept.set(key, setTimeout(keep, PAUSE_MS, key));
  // A sent text must not come back, even after a crash right now.
  if (!draft) keep(key);
}

/** Calls back with each change, also by other windows. Returns a function that unsubscribes. */
export const subscribeDraft = (
  accountId: UserId,
  peerId: UserId,
  listener: (draft: Draft | undefined) => void,
): (() => void) =>
  useDrafts.subscribe(({ drafts }, before) => {
    const draft = drafts.get(keyOf(accountId, peerId));
    if (draft !== before.drafts.get(keyOf(accountId, peerId))) listener(draft);
  });

/** Deletes all drafts of an account that logs out. */
export function wipeDrafts(accountId: UserId): void {
  if (accountId === useDrafts.getState().accountId) useDrafts.setState({ accountId: '' });
  for (const [peerId] of listDrafts(accountId)) put(keyOf(accountId, peerId), undefined);
  for (const key of listLocal(keyOf(accountId, ''))) keep(key);
}

function put(key: string, draft: Draft | undefined): void {
  const drafts = new Map(useDrafts.getState().drafts);
  if (draft) drafts.set(key, draft);
  else drafts.delete(key);
  useDrafts.setState({ drafts });
}

function keep(key: string): void {
  clearTimeout(unkept.get(key));
  unkept.delete(key);
  const { pictures: _, ...words } = getDraft(key) ?? { text: '' };
  if (words.text === '') dropLocal(key);
  else if (keepLocal(key, words)) isNotified = false;
  else if (!isNotified) {
    isNotified = true;
    notify.error(NOT_KEPT);
  }
}

function read(key: string): Draft | undefined {
  const words = readLocal(key);
  const pictures = getDraft(key)?.pictures ?? [];
  if (isWords(words)) return { ...words, pictures };
  return pictures.length > 0 ? { text: '', cursor: 0, pictures } : undefined;
}

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'cursor' in value &&
  typeof value.cursor === 'number';

const keepAll = () => [...unkept.keys()].forEach(keep);
window.addEventListener('pagehide', keepAll);
// A hidden page may be closed later without an event.
document.addEventListener('visibilitychange', keepAll);
// Another window has changed a draft. What was typed here since the last pause is newer.
window.addEventListener('storage', ({ key }) => {
  if (key?.startsWith(PREFIX) && !unkept.has(key)) put(key, read(key));
});
// What a draft quotes was edited or deleted.
subscribeQuotes(({ peerId, quote }) => {
  const { accountId } = useDrafts.getState();
  const draft = readDraft(accountId, peerId);
  const replyTo = mergeQuote(draft?.replyTo, quote);
  if (!draft || !replyTo || replyTo === draft.replyTo) return;
  changeDraft(accountId, peerId, { ...draft, replyTo });
});
