/** The end of a session by the person, and what it would delete: unsent messages and drafts. */

import type { QueryClient } from '@tanstack/react-query';
import * as api from '../api/auth.ts';
import { endsSessions } from '../backend/connection.ts';
import { listDrafts } from '../kept/drafts.ts';
import { isMessage, outgoingOf } from '../outbox/outgoing.ts';
import { listStored } from '../outbox/storage.ts';
import type { UserId } from '../protocol/entities.ts';
import { endSession } from '../stores/session.ts';
import { wipeAccount } from './account-data.ts';
import { getMe } from './auth.ts';

/** For one person: the texts, and the number of pictures. */
export interface Writing {
  texts: readonly string[];
  pictures: number;
}

/** By receiver. */
export interface Unfinished {
  unsent: ReadonlyMap<UserId, Writing>;
  drafts: ReadonlyMap<UserId, Writing>;
}

/** A storage that does not answer must not prevent a logout. In ms. */
const MAX_WAIT_MS = 1_000;

export const isNothing = ({ unsent, drafts }: Unfinished): boolean =>
  unsent.size + drafts.size === 0;

/** Includes all windows of this browser: their data is on the device. */
export async function findUnfinished(
  queryClient: QueryClient,
  accountId: UserId,
): Promise<Unfinished> {
  const timeout = AbortSignal.timeout(MAX_WAIT_MS);
  const late = new Promise<[]>((resolve) => timeout.addEventListener('abort', () => resolve([])));
  const here = queryClient
    .getMutationCache()
    .getAll()
    .flatMap(({ state }) => outgoingOf(state) ?? []);
  const keys = new Set(here.map(({ key }) => key));
  const stored = await Promise.race([listStored(accountId, (key) => keys.has(key)), late]);
  const unsent = new Map<UserId, Writing>();
  const elsewhere = stored.flatMap(([, { unsent }]) => (isMessage(unsent) ? [unsent] : []));
  for (const { peerId, content } of [...here, ...elsewhere]) {
    const { texts, pictures } = unsent.get(peerId) ?? { texts: [], pictures: 0 };
    const isText = 'text' in content;
    unsent.set(peerId, {
      texts: isText ? [...texts, content.text] : texts,
      pictures: isText ? pictures : pictures + 1,
    });
  }
  const begun = listDrafts(accountId).map(([peerId, { text, pictures }]): [UserId, Writing] => [
    peerId,
    { texts: text.trim() === '' ? [] : [text], pictures: pictures.length },
  ]);
  return { unsent, drafts: new Map(begun) };
}

/** Logs out at once, deletes what is unfinished, and tells the server. */
export function logOut(queryClient: QueryClient): void {
  const accountId = getMe(queryClient)?._id;
  // The call reads the token before the session ends.
  if (endsSessions(queryClient)) api.logOut().catch(() => undefined);
  endSession();
  if (accountId !== undefined) wipeAccount(accountId);
}
