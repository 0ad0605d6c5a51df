/** A store with Ada and Ben, made anew for each test of the contract. */
import { beforeEach } from 'vitest';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, openAt, type Place } from './place.ts';

export let place: Place;
export let store: Store;
export let time: { now: number };
export let ada: StoredUser;
export let ben: StoredUser;

export function useWorld(createPlace: () => Promise<Place>): void {
  beforeEach(async () => {
    place = await createPlace();
    ({ store, time } = await openAt(place));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    return () => store.close();
  });
}

/** With a clock that begins anew, as that of another process does. */
export async function reopen(now?: number): Promise<void> {
  await store.close();
  ({ store, time } = await openAt(place, now));
}
