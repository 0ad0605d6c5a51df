/**
 * Profile pictures. Those that a backend sends as data URLs are held by the browser, not in the cache: the person gets a
 * blob address, which stays the same while the picture does.
 */
import { locatePicture } from '../api/address.ts';
import type { StoredUser } from '../conversation/entities.ts';
import { hashText } from '../lib/hash-text.ts';
import type { User, UserId } from '../protocol/entities.ts';
import { decodePicture } from './decode-picture.ts';

interface Held {
  address: string;
  picture: Blob;
  /** Identifies the data URL, which itself is not kept. */
  fingerprint: string;
}

const heldByUser = new Map<UserId, Held>();

/** A person as the cache holds them. */
export const holdAvatar = <Person extends User>(user: Person): Person =>
  holdWhole(import.meta.env.PUBLIC_API_URL ? locateAvatar(user) : user);

const locateAvatar = <Person extends User>(user: Person): Person => ({
  ...user,
  ...(user.profilePic && { profilePic: locatePicture(user.profilePic) }),
  ...(user.smallPic && { smallPic: locatePicture(user.smallPic) }),
});

function holdWhole<Person extends User>(user: Person): Person {
  const { _id, profilePic } = user;
  if (!profilePic?.startsWith('data:')) return user;
  const fingerprint = fingerprintOf(profilePic);
  const known = heldByUser.get(_id);
  if (known?.fingerprint === fingerprint) return { ...user, profilePic: known.address };
  const picture = decodePicture(profilePic);
  return picture ? { ...user, profilePic: hold(_id, picture, fingerprint) } : user;
}

function hold(userId: UserId, picture: Blob, fingerprint: string): string {
  const address = URL.createObjectURL(picture);
  const known = heldByUser.get(userId);
  if (known) URL.revokeObjectURL(known.address);
  heldByUser.set(userId, { address, picture, fingerprint });
  return address;
}

/** A person for storage: blob addresses live only as long as their page. */
export function storeAvatar(user: User): StoredUser {
  const held = heldByUser.get(user._id);
  if (!held || held.address !== user.profilePic) return user;
  const { profilePic: _, ...rest } = user;
  return { ...rest, avatar: { picture: held.picture, fingerprint: held.fingerprint } };
}

/** A person from an earlier visit. */
export function restoreAvatar({ avatar, ...user }: StoredUser): User {
  if (!avatar) return user;
  const { picture, fingerprint } = avatar;
  // A held one came from the server, so it is the same or newer.
  const known = heldByUser.get(user._id);
  return { ...user, profilePic: known?.address ?? hold(user._id, picture, fingerprint) };
}

export function releaseAvatars(): void {
  for (const { address } of heldByUser.values()) URL.revokeObjectURL(address);
  heldByUser.clear();
}

const fingerprintOf = (dataUrl: string): string => `${dataUrl.length} ${hashText(dataUrl)}`;
