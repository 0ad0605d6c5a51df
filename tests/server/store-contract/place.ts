/** A place for one database: what a test opens, closes and opens again. */

import type { NewMessage, StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Clock, Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';

export interface Place {
  open(options: { clock: Clock }): Promise<Store>;
  /** What lies in the database itself, whatever the store makes of it. */
  read(sql: string): Promise<Array<Record<string, unknown>>>;
}

/** The moment at which the contract's tests begin; each moves its own clock from there. */
export const START = Date.UTC(2026, 0, 15, 12, 0, 0, 250);

/** Opens a store with a clock that stands still until it is set. */
export async function openAt(place: Place, start = START) {
  const time = { now: start };
  const store = await place.open({ clock: () => time.now });
  return { store, time };
}

export function addPerson(store: Store, fullName: string): Promise<StoredUser> {
  const email = `${fullName.toLowerCase().replaceAll(' ', '.')}@example.org`;
  return store.createUser({ fullName, email, passwordHash: `hash of ${fullName}`, bio: '' });
}

/** Deletes the account of somebody who was added so, and whose password and name are still the same. */
export function removePerson(
  store: Store,
  { _id, fullName }: StoredUser,
  verifiedHash = `hash of ${fullName}`,
) {
  return store.deleteUser({
    id: _id,
    verifiedHash,
    fullName: 'Deleted account',
  });
}

/** Appends and expects that it is stored. */
export async function append(store: Store, message: NewMessage): Promise<StoredMessage> {
  const result = await store.appendMessage(message);
  if (result.kind !== 'stored') throw new Error(`expected a stored message, got ${result.kind}`);
  return result.message;
}

/** Sends the texts one after the other. */
export async function talk(
  store: Store,
  from: StoredUser,
  to: StoredUser,
  texts: readonly string[],
): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for (const text of texts) {
    messages.push(await append(store, { senderId: from._id, receiverId: to._id, text }));
  }
  return messages;
}

export function textsOf(messages: readonly StoredMessage[]): Array<string | undefined> {
  return messages.map(({ text }) => text);
}

/** Well-formed, and of nobody and nothing. */
export const UNKNOWN_ID = '69690000000000000000beef';

/** The same row in another second: an id that was never given out. */
export function withOtherSecond(id: string): string {
  return `00000001${id.slice(8)}`;
}
