/**
 * What somebody has begun to write to each person, per account, in IndexedDB: it survives a switch,
 * a reload and a crash. Where a browser has no storage, nothing is kept: nothing here throws.
 */
import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval';
import type { UserId } from '../protocol/entities.ts';

export interface Draft {
  text: string;
  /** A picture that is not sent yet, as a data URL. */
  image?: string;
  /** Caret position in `text`, in UTF-16 code units. */
  cursor: number;
}

const CHANNEL = 'duet-drafts';

let opened: UseStore | undefined;
/** Accounts that signed out in this page: what a closing screen still wants to keep comes too late. */
const wiped = new Set<UserId>();

let channel: BroadcastChannel | undefined;

function otherWindows(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

function store(): UseStore {
  opened ??= createStore('duet-drafts', 'drafts');
  return opened;
}

const keyOf = (accountId: UserId, peerId: UserId) => `${accountId}/${peerId}`;

export async function readDraft(accountId: UserId, peerId: UserId): Promise<Draft | undefined> {
  return attempt(() => get<Draft>(keyOf(accountId, peerId), store()));
}

export async function writeDraft(accountId: UserId, peerId: UserId, draft: Draft): Promise<void> {
  if (wiped.has(accountId)) return;
  await attempt(() => set(keyOf(accountId, peerId), draft, store()));
}

interface Cleared {
  key: string;
  texts: readonly string[];
}

/** Removes a draft; the other windows hear of it, and of the texts that it had here. */
export async function clearDraft(
  accountId: UserId,
  peerId: UserId,
  texts: readonly string[],
): Promise<void> {
  await attempt(() => del(keyOf(accountId, peerId), store()));
  const cleared: Cleared = { key: keyOf(accountId, peerId), texts };
  otherWindows()?.postMessage(cleared);
}

/** Calls back when another window sent or emptied this draft. Returns the way to stop. */
export function subscribeDraftCleared(
  accountId: UserId,
  peerId: UserId,
  listener: (texts: readonly string[]) => void,
): () => void {
  const handleMessage = ({ data }: MessageEvent<Cleared>) => {
    if (data.key === keyOf(accountId, peerId)) listener(data.texts);
  };
  const windows = otherWindows();
  windows?.addEventListener('message', handleMessage);
  return () => windows?.removeEventListener('message', handleMessage);
}

/** Removes all drafts of an account, and keeps no more of them until it signs in again. */
export async function wipeDrafts(accountId: UserId): Promise<void> {
  wiped.add(accountId);
  const prefix = keyOf(accountId, '');
  const known = (await attempt(() => keys<string>(store()))) ?? [];
  await Promise.all(
    known.filter((key) => key.startsWith(prefix)).map((key) => attempt(() => del(key, store()))),
  );
}

/** The account has signed in. */
export function allowDrafts(accountId: UserId): void {
  wiped.delete(accountId);
}

async function attempt<Result>(use: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await use();
  } catch {
    return undefined;
  }
}
