/**
 * The things both ends talk about (spec section 3).
 *
 * Ids are opaque strings to the client. This server's are 24 lower-case hex digits that sort in the
 * order of creation, so a message's id is also its cursor; another server's need not.
 * Times are ISO 8601 in UTC. A field marked "extension" is never sent by a plain backend, and the
 * client works without it.
 */

export type UserId = string;
export type MessageId = string;

/** Another person, as the people list and a profile show them. */
export interface User {
  _id: UserId;
  fullName: string;
  /** Absent from some plain backends. */
  bio?: string;
  /** Address of the picture, or a data URL. Absent or empty: no picture. */
  profilePic?: string;
  /** Extension `smallPictures`: address of a version of `profilePic` for lists. */
  smallPic?: string;
  /** Extension `listExtras`: newest message between this person and the reader. */
  lastMessage?: MessagePreview;
  /** Extension `block`: the reader takes nothing from this person. */
  blocked?: boolean;
  /** Extension `deleteAccount`: the account is gone; its messages stay with those who have talked with this person. */
  deleted?: boolean;
  /** Extension: the operator has locked the account; nobody answers there. */
  locked?: boolean;
  /** Extension `privacy`: nobody sees whether this person is online, or the last visit. */
  hidesPresence?: boolean;
  /**
   * Extension `listExtras`: when this person's last connection ended; absent if there was none. A list cached by a
   * browser may have an earlier time.
   */
  lastSeenAt?: string;
}

/** The signed-in person, in answers about the own account. */
export interface OwnUser extends User {
  /** Never sent to others. Absent from some plain backends. */
  email?: string;
  /** Extension `privacy`: what this person hides; absent: nothing. */
  hides?: Hideable[];
}

/** What a person may hide from everybody, and then does not see of anybody. */
export const HIDEABLE = ['receipts', 'typing', 'presence'] as const;
export type Hideable = (typeof HIDEABLE)[number];

/** One message between two people: either `text` or `image`. */
export interface Message {
  _id: MessageId;
  senderId: UserId;
  /** Absent from some plain backends. */
  receiverId?: UserId;
  text?: string;
  /** Address of the picture, or a data URL. */
  image?: string;
  /** Extension: size of the picture in pixels, upright, so that its space is reserved before it loads. */
  imageSize?: { width: number; height: number };
  /** Extension `changes`: the number of its last change. */
  change?: number;
  /**
   * Extension `changes`: the message is deleted. It has no other content then, and comes only with changes and events: a
   * page leaves it out.
   */
  deleted?: boolean;
  /** Extension `changes`: the number of the text's last change, which an edit names. Absent: as it was sent. */
  version?: number;
  /** Extension `changes`: when the text was last changed. */
  editedAt?: string;
  /** Extension `changes`: one emoji of each person who reacted. Absent: none. */
  reactions?: Reactions;
  /** Extension `changes`: the message that it answers. */
  replyTo?: Quote;
  /** Extension `changes`: its text or picture was forwarded from another message. */
  forwarded?: boolean;
  /** Whether the receiver has seen it. */
  seen: boolean;
  /** Extension `receipts`: whether one of the receiver's clients has it. */
  delivered?: boolean;
  /** The server's clock when it was stored, which may have been wrong. */
  createdAt: string;
  /**
   * Extension `changes`: the idempotency key under which it was sent; told to its sender alone. In front of a plain
   * server, the window that sent it knows it too.
   */
  key?: string;
}

export type Reactions = Record<UserId, string>;

/** What a reply shows of the message that it answers, as that is now. */
export interface Quote {
  /** Absent if the message was discarded before it was sent. */
  _id?: MessageId;
  senderId?: UserId;
  /** The beginning of the text, or absent for a picture. */
  text?: string;
  /** Address of the picture. */
  image?: string;
  /** The message is deleted, or never was there for the reader: nothing else is known. */
  deleted?: boolean;
  /** The number of the message's last change; of two quotes of one message the greater one is shown. */
  change?: number;
}

/** What the people list shows of a conversation's newest message. */
export interface MessagePreview {
  _id: MessageId;
  senderId: UserId;
  /** The beginning of the text, or absent for a picture. */
  text?: string;
  createdAt: string;
}

/** What a person writes: one of the two. The picture is a data URL. */
export type MessageContent = { text: string } | { image: string };

/** Count of unseen messages per sender; a sender without any is absent. */
export type UnseenMessages = Record<UserId, number>;

/** Picture types that may be sent or shown on a profile. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
