/** Shows in the people list who has a draft, from any window of this browser. */
import { getMany, keys } from 'idb-keyval';
import { attempt } from '../lib/device-store.ts';
import type { UserId } from '../protocol/entities.ts';
import { cutPreview } from '../protocol/preview.ts';
import { addDrafts, clearDrafts, noteDraft } from '../stores/drafts.ts';
import { keyOf, otherWindows, picturesOf, store } from './drafts.ts';
import { listLocalDrafts, readLocalDraft, type Words } from './local-drafts.ts';

/** Fills the drafts store and follows other windows. Returns a function that stops this. */
export function followDrafts(accountId: UserId): () => void {
  const prefix = keyOf(accountId, '');
  let isOver = false;
  const stop = otherWindows.subscribe((news) => {
    if (!news.key.startsWith(prefix)) return;
    noteDraft(news.key.slice(prefix.length), 'preview' in news ? news.preview : undefined);
  });
  void readPreviews(prefix).then((previews) => {
    if (!isOver) addDrafts(previews);
  });
  return () => {
    isOver = true;
    stop();
    clearDrafts();
  };
}

async function readPreviews(prefix: string): Promise<ReadonlyMap<UserId, string>> {
  const all = (await attempt(() => keys<string>(store()))) ?? [];
  const own = all.filter((key) => key.startsWith(prefix) && !key.endsWith(picturesOf('')));
  const stored = (await attempt(() => getMany<Words | undefined>(own, store()))) ?? [];
  const drafts = new Map(own.map((key, index) => [key, stored[index]]));
  for (const key of listLocalDrafts(prefix)) {
    const last = readLocalDraft(key);
    if (last !== undefined) drafts.set(key, last ?? undefined);
  }
  const previews = [...drafts].flatMap(([key, words]) =>
    words ? [[key.slice(prefix.length), cutPreview(words.text)] as const] : [],
  );
  return new Map(previews);
}
