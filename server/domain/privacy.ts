/**
 * What people may hide from everybody: seen receipts, typing, presence and last visit. Who hides one of these does not
 * see it of anybody else either.
 *
 * - Seen receipts: if one of the two hides them, the sender gets no receipt (`reach` in the store): no answer or event shows
 *   it. Earlier receipts stay; the next seen message without hiding covers all before it.
 * - Typing: checked for each event.
 * - Presence: connections of people who hide it do not count and get nobody's presence
 *   (`realtime/presence-visibility.ts`). The store gives no last visit. A profile shows everybody that presence is hidden,
 *   so this reveals nothing about a block.
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
    /** Hides exactly these things. */
    async setHidden(userId: UserId, hidden: readonly Hideable[]): Promise<StoredUser> {
      const user = await store.setHidden(userId, hidden);
      if (!user) throw unknownUser();
      notifier.privacyChanged(user);
      return user;
    },

    async sharesTyping(userId: UserId, otherId: UserId): Promise<boolean> {
      const people = await Promise.all([store.findUser(userId), store.findUser(otherId)]);
      return people.every((user) => !hides(user, 'typing'));
    },

    hidesPresence: async (userId: UserId): Promise<boolean> =>
      hides(await store.findUser(userId), 'presence'),
  };
}
