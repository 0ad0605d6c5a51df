/**
 * What somebody has begun to write to each person, per account, in IndexedDB: it survives a switch,
 * a reload and a crash. Where a browser has no storage, nothing is kept: nothing here throws.
 */
import { createStore, delMany, get, keys, setMany, type UseStore } from 'idb-keyval';
import { attempt } from '../lib/attempt.ts';
import { createWindowChannel } from '../lib/window-channel.ts';
import type { UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/preview.ts';
import { noteDraft, setDrafts } from '../stores/drafts.ts';
import {
  dropLastWords,
  keepLastWords,
  listLastWords,
  readLastWords,
  type Words,
  wipeLastWords,
} from './last-words.ts';

export interface Draft extends Words {
  /** Pictures that are not sent yet, as data URLs; the composer bounds how many. */
  images: string[];
}

let opened: UseStore | undefined;
/** Accounts that signed out in this page: what a closing screen still wants to keep comes too late. */
const wiped = new Set<UserId>();

export function store(): UseStore {
  opened ??= createStore('duet-drafts', 'drafts');
  return opened;
}

export const keyOf = (accountId: UserId, peerId: UserId) => `${accountId}/${peerId}`;
/** Pictures lie apart: a pause in typing writes the words alone. */
export const picturesOf = (key: string) => `${key}/pictures`;

/** What was written last, by the key of the draft. */
const written = new Map<string, readonly string[]>();

export async function readDraft(accountId: UserId, peerId: UserId): Promise<Draft | undefined> {
  const key = keyOf(accountId, peerId);
  const [stored, images = []] = await Promise.all([
    attempt(() => get<Words>(key, store())),
    attempt(() => get<string[]>(picturesOf(key), store())),
  ]);
  const last = readLastWords(key);
  if (last === null) return void removeDraft(key);
  if (last) void writeDraft(accountId, peerId, { ...last, images });
  const words = last ?? stored;
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
  const changes: [string, unknown][] = [[key, words]];
  if (!isSame) changes.push([picturesOf(key), images]);
  const last = readLastWords(key);
  const isWritten = await attempt(async () => {
    await setMany(changes, store());
    // What stood there before is on the disk now, or outdone by what is.
    if (last !== undefined) dropLastWords(key, last);
    return true;
  });
  if (!isWritten) written.delete(key);
}

/** For a page that goes away: what `writeDraft` begins now may not come to its end. */
export function keepWords(accountId: UserId, peerId: UserId, { text, cursor }: Words): void {
  if (!wiped.has(accountId)) keepLastWords(keyOf(accountId, peerId), { text, cursor });
}

/** All drafts of an account, those that are only in local storage as well. */
export async function listDrafts(accountId: UserId): Promise<[peerId: UserId, Draft][]> {
  const prefix = keyOf(accountId, '');
  const stored = (await attempt(() => keys<string>(store()))) ?? [];
  const peerIds = [...stored, ...listLastWords(prefix)]
    .filter((key) => key.startsWith(prefix) && !key.endsWith(picturesOf('')))
    .map((key) => key.slice(prefix.length));
  const found: [UserId, Draft][] = [];
  for (const peerId of new Set(peerIds)) {
    const draft = await readDraft(accountId, peerId);
    if (draft) found.push([peerId, draft]);
  }
  return found;
}

/** The boxes that are open, each as the call that keeps what stands in it. */
const boxes = new Set<() => void>();

/** Returns the function that withdraws the box. */
export function addBox(keep: () => void): () => void {
  boxes.add(keep);
  return () => boxes.delete(keep);
}

/** Begins to write what stands in the boxes, without waiting for a pause in typing: who reads drafts next, reads that. */
export function keepDrafts(): void {
  for (const keep of boxes) keep();
}

/** Tells the drafts of one person apart, without their pictures. */
export const markOf = ({ text, images }: Pick<Draft, 'text' | 'images'>): string =>
  JSON.stringify([text, ...images.map(({ length }) => length)]);

interface Cleared {
  key: string;
  marks: readonly string[];
}
interface Written {
  key: string;
  preview: string;
}

export const otherWindows = createWindowChannel<Cleared | Written>('duet-drafts');

/** Removes a draft; the other windows hear of it, and how it was here (`markOf`). */
export async function clearDraft(
  accountId: UserId,
  peerId: UserId,
  marks: readonly string[],
): Promise<void> {
  if (wiped.has(accountId)) return;
  const key = keyOf(accountId, peerId);
  written.delete(key);
  noteDraft(peerId, undefined);
  keepLastWords(key, null);
  await removeDraft(key);
  otherWindows.post({ key, marks });
}

async function removeDraft(key: string): Promise<void> {
  await attempt(async () => {
    await delMany([key, picturesOf(key)], store());
    dropLastWords(key, null);
  });
}

/** Calls back when another window sent or emptied this draft. Returns the function that unsubscribes. */
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

/** Removes all drafts of an account, and keeps no more of them until it signs in again. */
export async function wipeDrafts(accountId: UserId): Promise<void> {
  wiped.add(accountId);
  setDrafts(new Map());
  const prefix = keyOf(accountId, '');
  wipeLastWords(prefix);
  const known = (await attempt(() => keys<string>(store()))) ?? [];
  const own = known.filter((key) => key.startsWith(prefix));
  for (const key of own) written.delete(key);
  await attempt(() => delMany(own, store()));
}

/** The account has signed in. */
export function allowDrafts(accountId: UserId): void {
  wiped.delete(accountId);
}
