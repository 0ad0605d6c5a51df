/**
 * The people and messages of the plain backend, in memory, with the rules that spec section 7 lets a
 * client rely on and no other. Every refusal is a `Refusal` with a sentence.
 */
import { randomBytes } from 'node:crypto';

interface PlainUser {
  _id: string;
  fullName: string;
  email: string;
  bio: string;
  profilePic: string;
}

export interface PlainMessage {
  _id: string;
  senderId: string;
  receiverId: string;
  text?: string;
  image?: string;
  seen: boolean;
  createdAt: string;
}

/** The id and the time of a message that is being stored. */
export type Stamp = () => Pick<PlainMessage, '_id' | 'createdAt'>;

/** What a picture becomes that came as a data URL. */
type StorePicture = (dataUrl: string) => string;

interface WorldOptions {
  /** To the millisecond unless told. */
  stamp?: Stamp | undefined;
  /** Unless told, a picture stays the data URL that it is. */
  storePicture?: StorePicture | undefined;
}

export class Refusal extends Error {}

export type Fields = Record<string, string>;

export class PlainWorld {
  readonly users: (PlainUser & { password: string })[] = [];
  readonly messages: PlainMessage[] = [];
  readonly #tokens = new Map<string, string>();
  readonly #stamp: Stamp;
  readonly #storePicture: StorePicture;

  constructor({ stamp = stampFinely, storePicture = (dataUrl) => dataUrl }: WorldOptions = {}) {
    this.#stamp = stamp;
    this.#storePicture = storePicture;
  }

  signUp(fields: Fields): { user: PlainUser; token: string } {
    const { fullName, email, password, bio } = fields;
    if (!fullName || !email || !password || !bio) throw new Refusal('Missing Details');
    if (this.users.some((user) => user.email === email)) {
      throw new Refusal('Account already exists');
    }
    const user = { _id: createObjectId(), fullName, email, password, bio, profilePic: '' };
    this.users.push(user);
    return { user: showUser(user), token: this.openSession(user._id) };
  }

  logIn(fields: Fields): { user: PlainUser; token: string } {
    const user = this.users.find((one) => one.email === fields.email);
    if (!user || user.password !== fields.password) throw new Refusal('Invalid credentials');
    return { user: showUser(user), token: this.openSession(user._id) };
  }

  openSession(userId: string): string {
    const token = `plain.${randomBytes(12).toString('base64url')}`;
    this.#tokens.set(token, userId);
    return token;
  }

  /** From now on every call with one of this person's tokens is refused. */
  expireSessions(userId: string): void {
    for (const [token, owner] of this.#tokens) {
      if (owner === userId) this.#tokens.delete(token);
    }
  }

  identify(token: string | undefined): PlainUser {
    const user = this.users.find((one) => one._id === this.#tokens.get(token ?? ''));
    if (!user) throw new Refusal('jwt expired');
    return showUser(user);
  }

  updateProfile(userId: string, fields: Fields): PlainUser {
    const user = this.#find(userId);
    const { fullName, bio, profilePic } = fields;
    if (!fullName || !bio) throw new Refusal('Missing Details');
    Object.assign(user, { fullName, bio });
    if (profilePic) user.profilePic = this.#storePicture(profilePic);
    return showUser(user);
  }

  listUsers(readerId: string): { users: PlainUser[]; unseenMessages: Record<string, number> } {
    const unseenMessages: Record<string, number> = {};
    for (const message of this.messages) {
      if (message.receiverId !== readerId || message.seen) continue;
      unseenMessages[message.senderId] = (unseenMessages[message.senderId] ?? 0) + 1;
    }
    const users = this.users.filter((user) => user._id !== readerId).map(showUser);
    return { users, unseenMessages };
  }

  /** Reading a conversation is seeing it: the contract has no other call for that. */
  readConversation(readerId: string, peerId: string): PlainMessage[] {
    const messages = this.messages.filter(
      ({ senderId, receiverId }) =>
        (senderId === readerId && receiverId === peerId) ||
        (senderId === peerId && receiverId === readerId),
    );
    const answer = messages.map((message) => ({ ...message }));
    for (const message of messages) if (message.senderId === peerId) message.seen = true;
    return answer;
  }

  send(senderId: string, receiverId: string, fields: Fields): PlainMessage {
    const { text, image } = fields;
    this.#find(receiverId);
    const message: PlainMessage = {
      ...this.#stamp(),
      senderId,
      receiverId,
      ...(text === undefined ? {} : { text }),
      ...(image === undefined ? {} : { image: this.#storePicture(image) }),
      seen: false,
    };
    this.messages.push(message);
    return { ...message };
  }

  mark(messageId: string): void {
    const message = this.messages.find((one) => one._id === messageId);
    if (message) message.seen = true;
  }

  #find(userId: string): PlainUser & { password: string } {
    const user = this.users.find((one) => one._id === userId);
    if (!user) throw new Refusal('User not found');
    return user;
  }
}

/** Times to the millisecond. */
export const stampFinely: Stamp = () => ({
  _id: createObjectId(),
  createdAt: new Date().toISOString(),
});

/** All messages in one moment, as where times have whole seconds, and the later one is, the lower its id. */
export function makeCoarseStamp(): Stamp {
  const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  let left = 2 ** 48;
  return () => {
    left -= 1;
    return { _id: left.toString(16).padStart(24, '0'), createdAt };
  };
}

/** Looks like a document store's id; of two made in one second, either may sort first. */
function createObjectId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return seconds + randomBytes(8).toString('hex');
}

function showUser(user: PlainUser & { password?: string }): PlainUser {
  const { password: _kept, ...shown } = user;
  return shown;
}
