/**
 * The socket events. `getOnlineUsers` and `newMessage` are the contract (spec section 7); the rest are extensions,
 * which a side that does not know them ignores.
 */
import type { MessageChange } from './changes.ts';
import type { Hideable, Message, MessageId, User, UserId } from './entities.ts';
import type { Mute } from './http.ts';

/** Abilities beyond the contract that a server may announce in `hello`. */
export const FEATURES = [
  /** `Idempotency-Key` on POST send. */
  'idempotency',
  /** `limit`, `before`, `after` and `hasMore` on a conversation. */
  'paging',
  /** `peek=true` on a conversation marks nothing as seen. */
  'peek',
  /** `seenTo` on a conversation marks as seen up to this message, and nothing after it. */
  'seenTo',
  /**
   * Events `messageSent`, `seenElsewhere`, `newDevice`, `emailChanged` and `blockChanged`, for sockets that ask for them in the handshake, and
   * `profileChanged` keep one person's windows in step.
   */
  'ownDevices',
  /** Event `presence` instead of whole lists, for sockets that ask for it in the handshake. */
  'presence',
  /** `profileChanged` also announces new people. */
  'newcomers',
  /** Events `delivered` and `seen`. */
  'receipts',
  /** Event `typing`, both ways. */
  'typing',
  /** `lastMessage` and `lastSeenAt` in the people list. */
  'listExtras',
  /** POST auth/logout. */
  'logout',
  /** PUT auth/password. */
  'password',
  /** GET auth/sessions, POST auth/sessions/{id}/end. */
  'sessions',
  /** POST auth/sessions/end-others. */
  'endOtherSessions',
  /** `removePicture` in PUT auth/update-profile. */
  'removePicture',
  /** PUT auth/email, event `emailChanged`. */
  'email',
  /** GET and POST auth/invitations, POST auth/invitations/{id}/revoke. */
  'invitations',
  /** Whoever has the address may sign up, without an invitation. */
  'openSignUps',
  /** POST auth/delete-account. */
  'deleteAccount',
  /** GET auth/picture-day. */
  'pictureDay',
  /** PUT messages/block/{userId} and messages/unblock/{userId}; `blocked` in the people list. */
  'block',
  /** GET messages/{userId}/search and messages/{userId}/first. */
  'search',
  /** GET messages/{userId}/pictures. */
  'pictures',
  /** Event `pulse`, which the server answers at once. */
  'pulse',
  /** PUT auth/privacy, event `privacyChanged`; `hidesPresence` of other people. */
  'privacy',
  /**
   * `changedAfter`, POST messages/behind, event `messageChanged`; PUT messages/edit, delete and react; `replyTo` and
   * `forwardOf` in POST send.
   */
  'changes',
  /** An `ETag` on the people list, and 304 to `If-None-Match`. */
  'listTag',
  /** GET messages/mutes, PUT messages/mute/{userId} and messages/unmute/{userId}; event `mutesChanged`. */
  'mutes',
  /** GET push, PUT push/device, POST push/end and push/test; event `isShown`. */
  'push',
  /** PUT auth/small-picture; `smallPic` of people. */
  'smallPictures',
] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * A range of one sender's messages to one receiver, by id, both ends included.
 * One message: `from` equals `upTo`.
 */
export interface MessageRange {
  from: MessageId;
  upTo: MessageId;
}

/**
 * A message with extension `changes`: this person's number in the conversation before it, and the version of the
 * summary that it makes.
 */
export type Arrival = Message & { before?: number; summaryVersion?: number };

/** A person came or left; `lastSeenAt` is known when they left. */
export interface PresenceChange {
  userId: UserId;
  online: boolean;
  lastSeenAt?: string;
}

/** Requests of a server with several nodes, about the connection and not about shown data. */
export interface ConnectionEvents {
  /** Events may have been lost: compare what is known with the server, at a random time within so many ms. */
  catchUp: (when: { withinMs: number }) => void;
  /** The server will end: reconnect at a random time within so many ms, and keep this connection until then. */
  move: (when: { withinMs: number }) => void;
}

/** Extension `changes`. The connection of the call that made a change gets it twice: what it knows, it ignores. */
interface ChangeEvents {
  /** A message of one of this person's conversations was edited, reacted to or deleted. */
  messageChanged: (change: MessageChange) => void;
}

export interface ServerToClientEvents extends ConnectionEvents, ChangeEvents {
  /** Ids of everybody who is online. */
  getOnlineUsers: (userIds: UserId[]) => void;
  /** A message to this person. */
  newMessage: (message: Arrival) => void;

  /**
   * Sent once after connecting, before any other event. `epoch` (extension `changes`): of all numbers in the events of
   * this connection, which ends before another epoch begins. `withinMs`: as of `catchUp`, which a client does on connecting.
   */
  hello: (hello: { features: Feature[]; epoch?: string; withinMs?: number }) => void;
  /** Who came and left since the last list or event of this kind (extension `presence`). */
  presence: (changes: PresenceChange[]) => void;
  /** A message that this person sent from another window or device. */
  messageSent: (message: Arrival) => void;
  /** This person saw messages of `userId` in another window or device. */
  seenElsewhere: (seen: { userId: UserId } & MessageRange) => void;
  /** This person has blocked or unblocked `userId`, in this or another window or device. */
  blockChanged: (change: { userId: UserId; blocked: boolean }) => void;
  /** Everybody whom this person mutes now (extension `mutes`). */
  mutesChanged: (change: { mutes: Mute[] }) => void;
  /** The new email of this person, set in this or another window or device. */
  emailChanged: (change: { email: string }) => void;
  /** What this person hides from now on, set in this or another window or device. */
  privacyChanged: (change: { hides: Hideable[] }) => void;
  /**
   * Somebody, perhaps this person elsewhere, changed name, bio or picture, deleted the account, was locked, or has just joined
   * (extension `newcomers`). A `deleted` person stays only in the lists of people who have talked with them.
   */
  profileChanged: (user: User) => void;
  /** Somebody has just logged in as this person, on a device that the account did not know; `client`: its user agent. */
  newDevice: (device: { client: string }) => void;
  /** One of `userId`'s clients has these messages of this person. */
  delivered: (receipt: { userId: UserId } & MessageRange) => void;
  /** `userId` has seen these messages of this person. */
  seen: (receipt: { userId: UserId } & MessageRange) => void;
  /** `userId` is typing to this person; ends by itself `TYPING_TTL_MS` after the last. */
  typing: (typing: { userId: UserId }) => void;
}

/** What a server asks its clients; a client that does not know it does not answer. */
export interface ServerQuestions {
  /** Whether this window shows the conversation with `userId`, visible and with the focus (extension `push`). */
  isShown: (conversation: { userId: UserId }, answer: (isShown: boolean) => void) => void;
}

export interface ClientToServerEvents {
  /** This person is typing to `userId`; at most once in `TYPING_INTERVAL_MS`. */
  typing: (typing: { userId: UserId }) => void;
  /** This client has received messages of `userId` up to this one. */
  delivered: (receipt: { userId: UserId; upTo: MessageId }) => void;
  /** Asks for an answer, to check that the connection is alive. */
  pulse: (answer: () => void) => void;
}

/** Handshake: `query` is the contract, `auth` proves it (extension). */
export interface HandshakeQuery {
  userId: UserId;
}
export interface HandshakeAuth {
  token: string;
  /** Extensions whose events are expensive for the server: they must be requested. */
  wants?: Array<'presence' | 'ownDevices'>;
}

export const TYPING_INTERVAL_MS = 3_000;
export const TYPING_TTL_MS = 5_000;
