/**
 * Loads `held-avatars.ts` only if a backend sends whole profile pictures. If its code does not load, for example
 * without a network, pictures stay as they were answered.
 */
import { locatePicture } from '../api/address.ts';
import type { StoredUser } from '../conversation/entities.ts';
import type { OwnUser, User } from '../protocol/entities.ts';

let code: typeof import('./held-avatars.ts') | undefined;

async function loadCode(): Promise<typeof code> {
  code ??= await import('./held-avatars.ts').catch(() => undefined);
  return code;
}

/** People as the cache holds them. */
export async function holdAvatars(answered: readonly User[]): Promise<readonly User[]> {
  const users = import.meta.env.PUBLIC_API_URL ? answered.map(locateAvatar) : answered;
  const isAnyWhole = users.some(({ profilePic }) => profilePic?.startsWith('data:'));
  return (isAnyWhole && (await loadCode())?.holdAll(users)) || users;
}

const locateAvatar = (user: User): User =>
  user.profilePic ? { ...user, profilePic: locatePicture(user.profilePic) } : user;

/** The person's own. */
export const holdAvatar = async (user: OwnUser): Promise<OwnUser> => ({
  ...user,
  ...(await holdAvatars([user]))[0],
});

/** People from an earlier visit. */
export async function restoreAvatars(users: readonly StoredUser[]): Promise<readonly User[]> {
  if (!users.some(({ avatar }) => avatar)) return users;
  const { restoreAvatar } = (await loadCode()) ?? {};
  return users.map((user) => {
    if (restoreAvatar) return restoreAvatar(user);
    const { avatar: _, ...rest } = user;
    return rest;
  });
}

export const releaseAvatars = (): void => code?.releaseAll();
