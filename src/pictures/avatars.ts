/**
 * Profile pictures. Those that a backend sends as data URLs are retained by the browser, outside the cache: the person
 * gets a blob address, which stays the same while the picture does.
 */
import { locatePicture } from '../api/address.ts';
import type { StoredUser } from '../conversation/entities.ts';
import { hashText } from '../lib/hash-text.ts';
import type { User, UserId } from '../protocol/entities.ts';
import { decodePicture } from './decode-picture.ts';

interface Retained {
  address: string;
  picture: Blob;
  /** Identifies the data URL, which itself is not kept. */
  fingerprint: string;
}

const retainedByUser = new Map<UserId, Retained>();

/** A person as the cache holds them. */
export const retainAvatar = <Person extends User>(user: Person): Person =>
  retainWhole(import.meta.env.PUBLIC_API_URL ? locateAvatar(user) : user);

const locateAvatar = <Person extends User>(user: Person): Person => ({
  ...user,
  ...(user.profilePic && { profilePic: locatePicture(user.profilePic) }),
  ...(user.smallPic && { smallPic: locatePicture(user.smallPic) }),
});

function retainWhole<Person extends User>(user: Person): Person {
  const { _id, profilePic } = user;
  if (!profilePic?.startsWith('data:')) return user;
  const fingerprint = fingerprintOf(profilePic);
  const known = retainedByUser.get(_id);
  if (known?.fingerprint === fingerprint) return { ...user, profilePic: known.address };
  const picture = decodePicture(profilePic);
  return picture ? { ...user, profilePic: retain(_id, picture, fingerprint) } : user;
}

function retain(userId: UserId, picture: Blob, fingerprint: string): string {
  const address = URL.createObjectURL(picture);
  const known = retainedByUser.get(userId);
  if (known) URL.revokeObjectURL(known.address);
  retainedByUser.set(userId, { address, picture, fingerprint });
  return address;
}

/** A person for storage: blob addresses live only as long as their page. */
export function storeAvatar(user: User): StoredUser {
  const retained = retainedByUser.get(user._id);
  if (!retained || retained.address !== user.profilePic) return user;
  const { profilePic: _, ...rest } = user;
  return { ...rest, avatar: { picture: retained.picture, fingerprint: retained.fingerprint } };
}

/** A person from an earlier visit. */
export function restoreAvatar({ avatar, ...user }: StoredUser): User {
  if (!avatar) return user;
  const { picture, fingerprint } = avatar;
  // A retained one came from the server, so it is the same or newer.
  const known = retainedByUser.get(user._id);
  return { ...user, profilePic: known?.address ?? retain(user._id, picture, fingerprint) };
}

export function releaseAvatars(): void {
  for (const { address } of retainedByUser.values()) URL.revokeObjectURL(address);
  retainedByUser.clear();
}

const fingerprintOf = (dataUrl: string): string => `${dataUrl.length} ${hashText(dataUrl)}`;
