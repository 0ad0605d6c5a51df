/**
 * Drafts per account and person, in IndexedDB: they survive a switch of conversations, a reload and a crash. Without
 * storage in the browser nothing is stored: nothing here throws.
 */
import { delMany, get, keys, set } from 'idb-keyval';
import type { Sendable } from '../conversation/entities.ts';
import { attempt, openOnFirstUse } from '../lib/device-store.ts';
import { createWindowChannel } from '../lib/window-channel.ts';
import type { Quote, UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/preview.ts';
import { clearDrafts, noteDraft } from '../stores/drafts.ts';
import {
  dropLocalDraft,
  keepLocalDraft,
  listLocalDrafts,
  readLocalDraft,
  type Words,
  wipeLocalDrafts,
} from './local-drafts.ts';

export interface Draft extends Words {
  /** Unsent pictures: data URLs, and original files that are not prepared yet. The composer limits their number. */
  images: readonly (string | File)[];
  /** The message that it answers. */
  replyTo?: Quote;
}

/** Accounts that logged out in this page: later writes of closing screens are ignored. */
const wiped = new Set<UserId>();

export const store = openOnFirstUse('duet-drafts', 'drafts');

export const keyOf = (accountId: UserId, peerId: UserId) => `${accountId}/${peerId}`;
/** Pictures are stored separately: a pause in typing writes only the text. */
export const picturesOf = (key: string) => `${key}/pictures`;

/** The pictures written last, by the draft's key. */
const written = new Map<string, Draft['images']>();

export async function readDraft(accountId: UserId, peerId: UserId): Promise<Draft | undefined> {
  const key = keyOf(accountId, peerId);
  const [stored, images = []] = await Promise.all([
    attempt(() => get<Omit<Draft, 'images'>>(key, store())),
    attempt(() => get<Draft['images']>(picturesOf(key), store())),
  ]);
  const last = readLocalDraft(key);
  if (last === null) return void removeDraft(key);
  const words = last ? { ...stored, ...last } : stored;
  if (last) void writeDraft(accountId, peerId, { ...last, images, ...words });
  return words && { ...words, images };
}

export async function writeDraft(
  accountId: UserId,
  peerId: UserId,
  { images, ...words }: Draft,
): Promise<void> {
  if (wiped.has(accountId)) return;
  const key = keyOf(accountId, peerId);
  const preview = cutPreview(words.text);
  noteDraft(peerId, preview);
  otherWindows.post({ key, preview });
  const before = written.get(key);
  const isSame =
    before?.length === images.length && before.every((image, index) => image === images[index]);
  written.set(key, images);
  const last = readLocalDraft(key);
  await Promise.all([
    attempt(async () => {
      await set(key, words, store());
      // The text kept there is now stored, or older than what is stored.
      if (last !== undefined) dropLocalDraft(key, last);
    }),
    // Separate: if there is no room for the pictures, the text is stored anyway.
    isSame || set(picturesOf(key), images, store()).catch(() => written.delete(key)),
  ]);
}

/** Puts a message that was taken back into a draft that no box shows, before its text. */
export async function addToDraft(
  accountId: UserId,
  peerId: UserId,
  content: Sendable,
): Promise<void> {
  const draft = (await readDraft(accountId, peerId)) ?? { text: '', cursor: 0, images: [] };
  if ('text' in content) {
    const text = draft.text === '' ? content.text : `${content.text}\n${draft.text}`;
    return writeDraft(accountId, peerId, { ...draft, text, cursor: text.length });
  }
  const image = 'original' in content ? content.original : content.image;
  return writeDraft(accountId, peerId, { ...draft, images: [...draft.images, image] });
}

/** For a page that is closing: a write that `writeDraft` begins now may not finish. */
export function keepWords(accountId: UserId, peerId: UserId, { text, cursor }: Words): void {
  if (!wiped.has(accountId)) keepLocalDraft(keyOf(accountId, peerId), { text, cursor });
}

/** All drafts of an account, including those only in local storage. */
export async function listDrafts(accountId: UserId): Promise<[peerId: UserId, Draft][]> {
  const prefix = keyOf(accountId, '');
  const stored = (await attempt(() => keys<string>(store()))) ?? [];
  const peerIds = [...stored, ...listLocalDrafts(prefix)]
    .filter((key) => key.startsWith(prefix) && !key.endsWith(picturesOf('')))
    .map((key) => key.slice(prefix.length));
  const found: [UserId, Draft][] = [];
  for (const peerId of new Set(peerIds)) {
    const draft = await readDraft(accountId, peerId);
    if (draft) found.push([peerId, draft]);
  }
  return found;
}

/** The open composers, each as the function that stores its content. */
const boxes = new Set<() => void>();

/** Returns a function that removes the composer. */
export function addBox(keep: () => void): () => void {
  boxes.add(keep);
  return () => boxes.delete(keep);
}

/** Begins to store the content of all composers at once, so that the next read of drafts gets it. */
export function keepDrafts(): void {
  for (const keep of boxes) keep();
}

/** A mark to compare drafts of one person, without the pictures' content. */
export const markOf = ({ text, images }: Pick<Draft, 'text' | 'images'>): string =>
  JSON.stringify([text, ...images.map((one) => (typeof one === 'string' ? one.length : one.size))]);

interface Cleared {
  key: string;
  marks: readonly string[];
}
interface Written {
  key: string;
  preview: string;
}

export const otherWindows = createWindowChannel<Cleared | Written>('duet-drafts');

/** Deletes a draft; the other windows are told, with its marks (`markOf`). */
export async function clearDraft(
  accountId: UserId,
  peerId: UserId,
  marks: readonly string[],
): Promise<void> {
  if (wiped.has(accountId)) return;
  const key = keyOf(accountId, peerId);
  written.delete(key);
  noteDraft(peerId, undefined);
  keepLocalDraft(key, null);
  await removeDraft(key);
  otherWindows.post({ key, marks });
}

async function removeDraft(key: string): Promise<void> {
  await attempt(async () => {
    await delMany([key, picturesOf(key)], store());
    dropLocalDraft(key, null);
  });
}

/** Calls back when another window has sent or emptied this draft. Returns a function that unsubscribes. */
export function subscribeDraftCleared(
  accountId: UserId,
  peerId: UserId,
  listener: (marks: readonly string[]) => void,
): () => void {
  const ownKey = keyOf(accountId, peerId);
  return otherWindows.subscribe((news) => {
    if (news.key !== ownKey || !('marks' in news)) return;
    written.delete(ownKey);
    listener(news.marks);
  });
}

/** Deletes all drafts of an account, and stores no more until it logs in again. */
export async function wipeDrafts(accountId: UserId): Promise<void> {
  wiped.add(accountId);
  clearDrafts();
  const prefix = keyOf(accountId, '');
  wipeLocalDrafts(prefix);
  const known = (await attempt(() => keys<string>(store()))) ?? [];
  const own = known.filter((key) => key.startsWith(prefix));
  for (const key of own) written.delete(key);
  await attempt(() => delMany(own, store()));
}

/** The account has logged in. */
export function allowDrafts(accountId: UserId): void {
  wiped.delete(accountId);
}
