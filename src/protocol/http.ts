/**
 * The calls (spec section 7) and their data. An answer is an envelope: `success` says whether the fields are there,
 * `message` is for people.
 */
import type { Acted, Behind, Known, Summary } from './changes.ts';
import type { Message, MessageId, OwnUser, UnseenMessages, User } from './entities.ts';

export const API_PREFIX = '/api/v1';

/** Request header that carries the session token, on every call after login. */
export const TOKEN_HEADER = 'token';

/** Request header of extension `idempotency`: a UUID, the same on each retry of one message. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';

/** Paths below `API_PREFIX`; `pathTo` replaces a `:name` with an id. */
export const paths = {
  check: '/auth/check',
  auth: (mode: AuthMode) => `/auth/${mode}`,
  updateProfile: '/auth/update-profile',
  /** Extension `logout`. */
  logout: '/auth/logout',
  /** Extension `password`. */
  password: '/auth/password',
  /** Extension `sessions`. */
  sessions: '/auth/sessions',
  endSession: '/auth/sessions/:sessionId/end',
  /** Extension `endOtherSessions`. */
  endOtherSessions: '/auth/sessions/end-others',
  /** Extension `email`. */
  email: '/auth/email',
  /** Extension `invitations`. */
  invitations: '/auth/invitations',
  revokeInvitation: '/auth/invitations/:invitationId/revoke',
  /** Extension `deleteAccount`. */
  deleteAccount: '/auth/delete-account',
  /** Extension `privacy`. */
  privacy: '/auth/privacy',
  /** Extension `pictureDay`. */
  pictureDay: '/auth/picture-day',
  /** Extension `smallPictures`. */
  smallPicture: '/auth/small-picture',
  users: '/messages/users',
  conversation: '/messages/:userId',
  /** Extension `search`. */
  search: '/messages/:userId/search',
  first: '/messages/:userId/first',
  /** Extension `pictures`. */
  pictures: '/messages/:userId/pictures',
  send: '/messages/send/:userId',
  /** Extension `block`. */
  block: '/messages/block/:userId',
  unblock: '/messages/unblock/:userId',
  mark: '/messages/mark/:messageId',
  /** Extension `mutes`. */
  mutes: '/messages/mutes',
  mute: '/messages/mute/:userId',
  unmute: '/messages/unmute/:userId',
  /** Extension `push`. */
  push: '/push',
  pushDevice: '/push/device',
  endPush: '/push/end',
  testPush: '/push/test',
  /** Extension `changes`. */
  behind: '/messages/behind',
  edit: '/messages/edit/:messageId',
  deleteMessage: '/messages/delete/:messageId',
  react: '/messages/react/:messageId',
} as const;

export function pathTo(path: `${string}/:${string}`, id: string): string {
  return path.replace(/:\w+/, encodeURIComponent(id));
}

export type AuthMode = 'login' | 'signup';

/** An answer: the named fields, or a refusal with a message for people. */
type Envelope<Fields> =
  | ({ success: true; message?: string } & Fields)
  | { success: false; message: string };

/** The fields of an answer of this type that is not a refusal. */
export type FieldsOf<Response> = Omit<Extract<Response, { success: true }>, 'success' | 'message'>;

/** Empty payload or answer. */
type Nothing = Record<never, never>;

export interface LogInRequest {
  email: string;
  password: string;
  /** The code of a link for a new password: `password` becomes it. Sent only if the page's address had one. */
  reset?: string;
}

export interface SignUpRequest extends Omit<LogInRequest, 'reset'> {
  fullName: string;
  bio: string;
  /** The code of an invitation link. Sent only if the page's address had one. */
  invite?: string | undefined;
}

export interface UpdateProfileRequest {
  fullName: string;
  bio: string;
  /** A new picture as a data URL; absent: the picture stays. */
  profilePic?: string | undefined;
  /** Extension `removePicture`: removes the picture; ignored together with a new one. */
  removePicture?: boolean;
}

/** A version of the own profile picture for lists (`LIMITS`). */
export interface SmallPictureRequest {
  /** The picture that it was made of, as the server names it. Ignored if the person has another one by now. */
  profilePic: string;
  /** A data URL. */
  smallPic: string;
}

export interface ChangePasswordRequest {
  /** The current password. */
  password: string;
  newPassword: string;
}

export interface ChangeEmailRequest {
  email: string;
  password: string;
}

export interface EndSessionRequest {
  /** Needed after a 403 without it: the session has not given the password for some minutes. */
  password?: string | undefined;
}

/** An invitation of this person that can still be used. */
export interface OwnInvitation {
  _id: string;
  createdAt: string;
  endsAt: string;
}

/** One session of a person. */
export interface SessionInfo {
  _id: string;
  /** The user agent at login. */
  client: string;
  createdAt: string;
  /** Exact to an hour. */
  lastUsedAt: string;
  /** Whether it is the session of the call. */
  isCurrent: boolean;
}

/**
 * GET auth/check, PUT auth/update-profile, and the extensions PUT auth/small-picture, auth/email and auth/privacy.
 */
export type OwnUserResponse = Envelope<{ user: OwnUser }>;
/**
 * Extensions without an answer of their own: POST auth/logout, PUT auth/password (logs out every other session), POST
 * auth/sessions/{id}/end, auth/sessions/end-others, auth/invitations/{id}/revoke, auth/delete-account (the messages stay
 * with their receivers, under another name), PUT messages/block/{userId} and messages/unblock/{userId}.
 */
export type DoneResponse = Envelope<Nothing>;
/** POST auth/login and auth/signup. */
export type AuthResponse = Envelope<{ userData: OwnUser; token: string }>;
/** GET auth/sessions (extension): latest first. */
export type SessionsResponse = Envelope<{ sessions: SessionInfo[] }>;
/** GET auth/invitations (extension): latest first. */
export type InvitationsResponse = Envelope<{ invitations: OwnInvitation[] }>;
/** POST auth/invitations (extension): the code of /login?invite=CODE, which is told only now. */
export type InviteResponse = Envelope<{ code: string }>;
/**
 * GET auth/picture-day (extension): bytes of pictures sent by the person, of at most `limit` until `endsAt`; a limit of
 * 0 means none.
 */
export type PictureDayResponse = Envelope<{ bytes: number; limit: number; endsAt: string }>;
/** GET messages/users: everybody but the reader. */
export type UsersResponse = Envelope<{ users: User[]; unseenMessages: UnseenMessages }>;
/** GET messages/{userId}: oldest first. */
export type ConversationResponse = Envelope<{
  messages: Message[];
  /**
   * Extension `paging`: whether there are more beyond this page, in the requested direction. Absent from a backend
   * without paging: then these are all.
   */
  hasMore?: boolean;
  /** Extension `listExtras`, with the newest page: like `lastSeenAt` of the list, which may be older. */
  lastSeenAt?: string;
  /** Extension `changes`: both, or none. */
  cursor?: Known['cursor'];
  summary?: Summary;
}>;
/** GET messages/{userId}?changedAfter (extension `changes`): the fields of `Changes`. */
export type ChangesResponse = Envelope<
  Known & { reset?: boolean; messages?: Message[]; hasMore?: boolean }
>;
/** GET messages/{userId}/search (extension): texts that contain every word (`search-text.ts`). */
export type SearchResponse = Envelope<{
  /** Latest first. */
  messages: Message[];
  /** How far back the call came; the next call uses it as `before`. Absent: to the beginning. */
  reached?: { messageId: MessageId; createdAt: string };
}>;
/** GET messages/{userId}/first (extension): absent if nothing was sent since. */
export type FirstResponse = Envelope<{ first?: Message }>;
/** GET messages/{userId}/pictures (extension): the messages with a picture, oldest first. */
export type PicturesResponse = Envelope<{
  messages: Message[];
  /** Whether there are more before these. */
  hasMore: boolean;
  /** The total number; only with the newest ones. */
  count?: number;
}>;
/**
 * POST messages/send/{userId}: a `MessageContent`, or `forwardOf` instead (extension `changes`), which takes the text or
 * picture of that message. An id of a message that is gone, or not to be seen by the sender, makes a quote that is gone,
 * and refuses a forward with 404.
 */
export interface SendExtras {
  /** Extension `changes`. */
  replyTo?: MessageId;
  forwardOf?: MessageId;
}
/** With extension `changes`, `before` and `epoch` as of other changes. */
export type SendResponse = Envelope<{
  newMessage: Message & { before?: number };
  epoch?: string;
  summary?: Summary;
}>;
/** POST messages/behind (extension `changes`). */
export type BehindResponse = Envelope<Behind>;
/** PUT messages/edit, delete and react/{messageId} (extensions). */
export type ActResponse = Envelope<Acted> | (Acted & { success: false; message: string });
/** Somebody whose messages are not announced; `until` null: until the person changes it. */
export interface Mute {
  userId: string;
  until: string | null;
}
/** GET messages/mutes, PUT messages/mute/{userId} and messages/unmute/{userId} (extension `mutes`). */
export type MutesResponse = Envelope<{ mutes: Mute[] }>;

/** What a push says: everything, the sender's name, or only that there is a message. */
export const PUSH_DETAILS = ['everything', 'name', 'nothing'] as const;
export type PushDetail = (typeof PUSH_DETAILS)[number];

/** PUT push/device (extension `push`): this session's browser, and what it gets. */
export interface PushDeviceRequest {
  /** As the browser's subscription names them. */
  endpoint: string;
  p256dh: string;
  auth: string;
  detail: PushDetail;
  /** No pushes from one minute of the day until the other, in this time zone. */
  quiet?: { from: number; to: number } | undefined;
  zone: string;
}
/** How pushes to this session's browser fare. `failed` is a sentence about the last one, unless it was accepted. */
export interface PushDeviceState {
  endpoint: string;
  detail: PushDetail;
  quiet?: { from: number; to: number };
  acceptedAt?: string;
  failed?: string;
}
/** GET push, PUT push/device, POST push/end and push/test (extension `push`). */
export type PushResponse = Envelope<{
  /** For the browser's subscription; absent with a sentence why this server does not push. */
  publicKey?: string;
  why?: string;
  device?: PushDeviceState;
}>;

/** What the service worker gets in a push, as JSON. What is not to be told is left out. */
export interface PushContent {
  /** For whom: another person may have logged in to the browser since. */
  receiverId?: string;
  /** Of the sender; absent in a test. */
  userId?: string;
  messageId?: string;
  name?: string;
  /** The beginning of a text, or nothing for a picture. */
  text?: string;
  isPicture?: boolean;
  icon?: string;
  /** Unseen messages of the sender, and of everybody who is not muted. */
  count?: number;
  total?: number;
  /** Everybody with unseen messages: notifications of others are outdated. Absent if they are many. */
  unseen?: string[];
  /** Asked for in the settings. */
  isTest?: boolean;
  /** The message of the notification was deleted: this one takes its place, without a sound. */
  isDeleted?: boolean;
}
/** PUT messages/mark/{messageId}: also marks all earlier messages of its sender, even if the client missed one. */
export type MarkResponse = Envelope<Nothing>;

/**
 * Query parameters of GET messages/{userId} (extensions `paging`, `peek` and `seenTo`). Without `limit`, `before` and
 * `after` the answer is the whole conversation. Without `peek` that person's messages are marked as seen.
 */
export interface ConversationQuery {
  /** Most messages in the answer, at most `LIMITS.pageSize`. */
  limit?: number;
  /** The newest page that ends before this message. */
  before?: MessageId;
  /** The oldest page that begins after this message. */
  after?: MessageId;
  peek?: boolean;
  /** Marks as seen only what that person sent up to this message, inclusive. */
  seenTo?: MessageId;
  /** Extension `changes`: with what is left of deleted messages. */
  deleted?: boolean;
}

/** Query parameters of GET messages/{userId}/search. It marks nothing as seen. */
export interface SearchQuery {
  /** At most `LIMITS.searchQuery` long. */
  q: string;
  /** Only messages before this one: where an earlier call has ended. */
  before?: MessageId;
}

/** Query parameters of GET messages/{userId}/pictures. It marks nothing as seen. */
export interface PicturesQuery {
  /** Most messages in the answer, at most `LIMITS.pageSize`. */
  limit?: number;
  /** The newest ones sent before this message. */
  before?: MessageId;
}

/** Query parameters of GET messages/{userId}/first. It marks nothing as seen. */
export interface FirstQuery {
  /** A time, ISO 8601 in UTC. */
  since: string;
}
