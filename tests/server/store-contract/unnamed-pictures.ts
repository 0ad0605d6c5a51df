/** What becomes of pictures that no row names, wherever they are kept. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PictureStore, SweepPictures } from '../../../server/domain/ports/pictures.ts';
import type { Store } from '../../../server/domain/ports/store.ts';
import type { StoredUser } from '../../../server/domain/ports/users.ts';
import { addPerson, append, removePerson } from './place.ts';

interface PicturePlace {
  store: Store;
  pictures: PictureStore;
  sweepPictures: SweepPictures;
  /** As if all that has been noted of unnamed pictures had been noted so many days ago. */
  age(days: number): Promise<void>;
  close(): Promise<void>;
}

const PICTURE = { bytes: new Uint8Array(100), type: 'image/png', width: 3, height: 2 } as const;
const PROFILE = { fullName: 'Ada', bio: '' };

export function describeUnnamedPictures(name: string, open: () => Promise<PicturePlace>): void {
  describe(`Pictures that no row names (${name})`, () => {
    let place: PicturePlace;
    let ada: StoredUser;
    let ben: StoredUser;
    beforeEach(async () => {
      place = await open();
      ada = await addPerson(place.store, 'Ada');
      ben = await addPerson(place.store, 'Ben');
    });
    afterEach(() => place.close());

    const keep = () => place.pictures.save(PICTURE);
    const isKept = async ({ id }: { id: string }) => (await place.pictures.find(id)) !== undefined;

    /** A day, as the server has it. */
    async function sweepAll(): Promise<void> {
      for (let prefix = 0; prefix < 256; prefix += 1) {
        await place.sweepPictures(prefix.toString(16).padStart(2, '0'));
      }
    }

    async function passDays(days: number): Promise<void> {
      await place.age(days);
      await sweepAll();
    }

    test('go a week after they were first found, and no others do', async () => {
      const sent = await keep();
      const portrait = await keep();
      await append(place.store, { senderId: ada._id, receiverId: ben._id, picture: sent });
      await place.store.updateProfile(ada._id, { ...PROFILE, picture: portrait });
      const small = await keep();
      await place.store.setSmallPicture(ada._id, { pictureId: portrait.id, smallId: small.id });
      const unnamed = await Promise.all(Array.from({ length: 20 }, keep));
      const onItsWay = await keep();

      await sweepAll();
      const message = { senderId: ada._id, receiverId: ben._id };
      await append(place.store, { ...message, picture: onItsWay });
      await passDays(6);
      expect(await Promise.all(unnamed.map(isKept))).not.toContain(false);
      await passDays(2);
      expect(await Promise.all(unnamed.map(isKept))).not.toContain(true);

      await passDays(8);
      await passDays(8);
      const named = await Promise.all([sent, onItsWay, portrait, small].map(isKept));
      expect(named).not.toContain(false);
      await removePerson(place.store, ada);
      await passDays(8);
      await passDays(8);
      // The messages of who left stay.
      const left = await Promise.all([sent, onItsWay, portrait, small].map(isKept));
      expect(left).toEqual([true, true, false, false]);
    });
  });
}
