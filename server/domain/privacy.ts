/**
 * What people hide from everybody: that they have seen messages, that they type, that they are online and when they
 * last were. Who hides one of these is not told it of anybody either.
 *
 * - Seen messages: the store notes them as untold where one of the two hides receipts (`markSeen` and its like), so no
 *   answer and no event tells. What was told before stays told; what is read later without hiding tells of all before it.
 * - Typing: looked up with each event.
 * - Presence: connections of somebody who hides it do not count, and are told of nobody (`realtime/showing.ts`). The store
 *   names no last visit. Others are told that presence is hidden, whoever they are: that says nothing of a block.
 */
import type { Hideable, UserId } from '../../src/protocol/entities.ts';
import type { Notifier } from './ports/notifier.ts';
import type { StoredUser, UserStore } from './ports/users.ts';
import { unknownUser } from './require-user.ts';

export type Privacy = ReturnType<typeof createPrivacy>;

export const hides = (user: Pick<StoredUser, 'hides'> | undefined, what: Hideable): boolean =>
  user?.hides?.includes(what) ?? false;

export function createPrivacy(ports: {
  store: Pick<UserStore, 'findUser' | 'setHidden'>;
  notifier: Notifier;
}) {
  const { store, notifier } = ports;

  return {
    /** Hides these things and no others. */
    async setHidden(userId: UserId, hidden: readonly Hideable[]): Promise<StoredUser> {
      const user = await store.setHidden(userId, hidden);
      if (!user) throw unknownUser();
      notifier.privacyChanged(user);
      return user;
    },

    async isTypingTold(userId: UserId, otherId: UserId): Promise<boolean> {
      const people = await Promise.all([store.findUser(userId), store.findUser(otherId)]);
      return people.every((user) => !hides(user, 'typing'));
    },

    hidesPresence: async (userId: UserId): Promise<boolean> =>
      hides(await store.findUser(userId), 'presence'),
  };
}
