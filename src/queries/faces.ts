/**
 * Fetches `held-faces.ts` where a backend sends profile pictures whole, and only there. Where its code does
 * not come, as it happens without a network, pictures stay as they were answered.
 */
import type { User } from '../protocol/entities.ts';
import type { StoredUser } from './entities.ts';

let code: typeof import('./held-faces.ts') | undefined;

async function loadCode(): Promise<typeof code> {
  code ??= await import('./held-faces.ts').catch(() => undefined);
  return code;
}

/** People as the cache holds them. */
export async function holdFaces(users: readonly User[]): Promise<readonly User[]> {
  const isAnyWhole = users.some(({ profilePic }) => profilePic?.startsWith('data:'));
  return (isAnyWhole && (await loadCode())?.holdAll(users)) || users;
}

export const holdFace = async (user: User): Promise<User> => (await holdFaces([user]))[0] ?? user;

/** People as an earlier visit has left them. */
export async function restoreFaces(users: readonly StoredUser[]): Promise<readonly User[]> {
  if (!users.some(({ face }) => face)) return users;
  const { restoreFace } = (await loadCode()) ?? {};
  return users.map((user) => {
    if (restoreFace) return restoreFace(user);
    const { face: _, ...rest } = user;
    return rest;
  });
}

export const releaseFaces = (): void => code?.releaseAll();
