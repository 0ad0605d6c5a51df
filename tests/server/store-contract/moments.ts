import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredMessage } from '../../../server/domain/ports/messages.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import {
  addPerson,
  openAt,
  type Place,
  START,
  talk,
  UNKNOWN_ID,
  withOtherSecond,
} from './place.ts';

const HOUR_MS = 60 * 60 * 1000;

export function describeMoments(getPlace: () => Place): void {
  let store: Store;
  let time: { now: number };
  let ada: StoredUser;
  let ben: StoredUser;
  /** One an hour, from `START` on. */
  let messages: StoredMessage[];
  beforeEach(async () => {
    ({ store, time } = await openAt(getPlace()));
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
    const cleo = await addPerson(store, 'Cleo');
    messages = [];
    for (let hour = 0; hour < 5; hour += 1) {
      time.now = START + hour * HOUR_MS;
      // Other conversations of both people lie in between.
      await talk(store, cleo, ada, [`cleo to ada ${hour}`]);
      messages.push(...(await talk(store, ada, ben, [`${hour}`])));
      await talk(store, ben, cleo, [`ben to cleo ${hour}`]);
    }
    return () => store.close();
  });

  const find = async (since: number) => (await store.findFirst(ben._id, ada._id, since))?.text;

  describe('the first message since a moment', () => {
    test('is the one of that moment, or the next after it', async () => {
      expect(await store.findFirst(ben._id, ada._id, START)).toEqual(messages[0]);
      expect(await find(START + 2 * HOUR_MS)).toBe('2');
      expect(await find(START + 2 * HOUR_MS + 1)).toBe('3');
      expect(await find(START + 3 * HOUR_MS - 1)).toBe('3');
      expect(await find(START + 4 * HOUR_MS)).toBe('4');
    });

    test('is the very first for a moment before all, and none for one after all', async () => {
      expect(await find(0)).toBe('0');
      expect(await find(START - 1)).toBe('0');
      expect(await find(START + 4 * HOUR_MS + 1)).toBeUndefined();
    });

    test('is the first of several that were sent in the same moment', async () => {
      time.now = START + 9 * HOUR_MS;
      await talk(store, ada, ben, ['a', 'b', 'c']);
      expect((await store.findFirst(ada._id, ben._id, START + 9 * HOUR_MS))?.text).toBe('a');
    });

    test('is none for people who do not exist or have not talked', async () => {
      const dan = await addPerson(store, 'Dan');
      for (const peerId of [dan._id, ada._id, UNKNOWN_ID, withOtherSecond(ben._id), 'ben']) {
        expect(await store.findFirst(ada._id, peerId, 0)).toBeUndefined();
      }
    });
  });
}
