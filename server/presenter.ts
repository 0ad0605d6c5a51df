/**
 * The visible fields of a person or a message, the same over HTTP and socket. Fields are listed one by one, so other
 * columns (a hash) never leave the server; only the owner gets the email.
 */
import type { MessageChange } from '../src/protocol/changes.ts';
import type { Message, MessagePreview, OwnUser, Quote, User } from '../src/protocol/entities.ts';
import type { Arrival } from '../src/protocol/events.ts';
import { API_PREFIX, type Mute } from '../src/protocol/http.ts';
import { cutPreview } from '../src/protocol/text.ts';
import type {
  PersonalChange,
  PersonalMessage,
  StoredMessage,
  StoredQuote,
  StoredSides,
} from './domain/ports/messages.ts';
import type { Mute as StoredMute } from './domain/ports/push.ts';
import type { ListedUser, StoredUser } from './domain/ports/users.ts';
import { hides } from './domain/privacy.ts';

const MEDIA_PATH = `${API_PREFIX}/media`;

export type Presenter = ReturnType<typeof createPresenter>;

/** Picture addresses are absolute under `publicUrl`, otherwise relative to the root of the origin. */
export function createPresenter(publicUrl: string | null) {
  const addressOf = (picture: { id: string }) => `${publicUrl ?? ''}${MEDIA_PATH}/${picture.id}`;

  function presentProfile(user: StoredUser | ListedUser): User {
    return {
      _id: user._id,
      fullName: user.fullName,
      bio: user.bio,
      ...(user.picture && { profilePic: addressOf(user.picture) }),
      ...(user.smallId !== undefined && { smallPic: addressOf({ id: user.smallId }) }),
      ...(hides(user, 'presence') && { hidesPresence: true }),
    };
  }

  function presentUser(user: StoredUser | ListedUser): User {
    return {
      ...presentProfile(user),
      ...(user.lastSeenAt !== undefined && { lastSeenAt: toIso(user.lastSeenAt) }),
    };
  }

  function presentQuote({ pictureId, text, ...quote }: StoredQuote): Quote {
    return {
      ...quote,
      ...(text !== undefined && { text: cutPreview(text) }),
      ...(pictureId !== undefined && { image: addressOf({ id: pictureId }) }),
    };
  }

  /** Most messages have none of the optional fields, and a copy for each would cost as much as all else. */
  function presentMessage(message: StoredMessage): Message {
    const { _id, senderId, receiverId, change, seen, delivered } = message;
    const { text, picture, deleted, version, editedAt, reactions, replyTo, forwarded, key } =
      message;
    const createdAt = toIso(message.createdAt);
    const shown: Message = { _id, senderId, receiverId, change, seen, delivered, createdAt };
    if (text !== undefined) shown.text = text;
    if (picture) {
      shown.image = addressOf(picture);
      shown.imageSize = { width: picture.width, height: picture.height };
    }
    if (deleted) shown.deleted = deleted;
    if (version !== undefined) shown.version = version;
    if (editedAt !== undefined) shown.editedAt = toIso(editedAt);
    if (reactions) shown.reactions = reactions;
    if (replyTo) shown.replyTo = presentQuote(replyTo);
    if (forwarded) shown.forwarded = forwarded;
    if (key !== undefined) shown.key = key;
    return shown;
  }

  return {
    addressOf,
    presentProfile,
    presentUser,

    presentOwnUser(user: StoredUser): OwnUser {
      return { ...presentUser(user), email: user.email, ...(user.hides && { hides: user.hides }) };
    },

    presentListedUser(user: ListedUser): User {
      return {
        ...presentUser(user),
        ...(user.blocked && { blocked: true }),
        ...(user.deleted && { deleted: true }),
        ...(user.locked && { locked: true }),
        ...(user.lastMessage && { lastMessage: presentPreview(user.lastMessage) }),
      };
    },

    presentMutes: (mutes: readonly StoredMute[]): Mute[] =>
      mutes.map(({ userId, until }) => ({ userId, until: until === null ? null : toIso(until) })),

    presentMessage,

    /** A new message, with what it makes of one person's side of the conversation. */
    presentArrival(
      message: StoredMessage,
      { before, version, key }: StoredSides['sender'],
    ): Arrival {
      const arrival: Arrival = { ...presentMessage(message), before, summaryVersion: version };
      if (key !== undefined) arrival.key = key;
      return arrival;
    },

    presentChange(changed: PersonalMessage | PersonalChange): MessageChange {
      const { peerId, message, side } = changed;
      return {
        userId: peerId,
        message: presentMessage(message),
        ...('before' in changed && { before: changed.before }),
        epoch: side.epoch,
        summary: side.summary,
        ...('isBlocking' in changed && changed.isBlocking && { quiet: true }),
      };
    },
  };
}

function presentPreview(message: NonNullable<ListedUser['lastMessage']>): MessagePreview {
  return {
    _id: message._id,
    senderId: message.senderId,
    ...(message.text !== undefined && { text: cutPreview(message.text) }),
    createdAt: toIso(message.createdAt),
  };
}

let latest = { time: Number.NaN, iso: '' };

/** Nearly always of the same moment as before: a message is written for each of the two. */
export function toIso(time: number): string {
  if (time !== latest.time) latest = { time, iso: new Date(time).toISOString() };
  return latest.iso;
}
