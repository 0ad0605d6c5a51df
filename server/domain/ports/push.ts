/** Pushes: the keys of this server, the browsers that get them, and how far each of them has come. And who is muted. */
import type { MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { PushDetail } from '../../../src/protocol/http.ts';

/** Base64url: the public key is an uncompressed point of P-256, the private one a number. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Where a browser gets pushes, and the keys for which they are encrypted. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Hours without pushes, in minutes of the device's day; from the first until the second, perhaps over midnight. */
export interface QuietHours {
  from: number;
  to: number;
}

/** A browser that gets pushes, by its session: it ends with it. */
export interface PushDevice extends PushTarget {
  tokenHash: string;
  detail: PushDetail;
  quiet?: QuietHours | undefined;
  /** Time zone of the device, for its quiet hours. */
  zone: string;
}

/** A device with what is known of its pushes. */
export interface KnownDevice extends PushDevice {
  /** When the push service last accepted a push. */
  acceptedAt?: number;
  /** Why the last push was not accepted. */
  failure?: PushFailure;
}

/** Why a push service has not accepted a push. */
export const PUSH_FAILURES = [
  'address',
  'unreachable',
  'slow',
  'busy',
  'service',
  'refused',
  'tooLarge',
  'gone',
] as const;
export type PushFailure = (typeof PUSH_FAILURES)[number];

/** Messages of one person to another, of which some may have to be pushed. */
export interface PushPair {
  receiverId: UserId;
  senderId: UserId;
}

/** A message that may have to be pushed. */
export interface DueMessage extends PushPair {
  number: number;
}

/** What a push about them says, and to whom. */
export interface PushState {
  conversation: number;
  sender: { fullName: string; pictureId?: string };
  /** Nothing of the sender is pushed to the receiver: muted, blocked, locked or deleted. */
  isQuiet: boolean;
  /** The newest message of the sender that the receiver has not seen; absent: all are seen. */
  newest?: { _id: MessageId; number: number; text?: string; createdAt: number };
  /** The number of unseen messages. */
  count: number;
  /** The receiver has seen everything up to this number. */
  seenTo: number;
  /** Devices, each with the number up to which it was decided, and whether a later unseen message is due. */
  devices: Array<KnownDevice & { decidedTo: number; hasNew: boolean }>;
}

/** What a person has not seen, of everybody: those who are muted do not count in the total. */
export interface UnseenOfAll {
  total: number;
  /** Latest first; not all, if they are many. */
  senderIds: UserId[];
  isAll: boolean;
}

export interface PushRecord {
  conversation: number;
  /** For each device, the number up to which it is decided. */
  decided: readonly { tokenHash: string; upTo: number }[];
  outcomes: readonly { tokenHash: string; endpoint: string; failure?: PushFailure }[];
}

export interface Mute {
  userId: UserId;
  /** Null: until the person changes it. */
  until: number | null;
}

export interface PushStore {
  /** Stores these keys if there are none yet. Resolves to the stored keys. */
  keepPushKeys(fresh: PushKeys): Promise<PushKeys>;
  /**
   * Adds or changes the device of a session; false if the session has ended. An endpoint belongs to the last session that
   * named it. Messages from before are not pushed to a new device.
   */
  keepPushDevice(device: PushDevice): Promise<boolean>;
  findPushDevice(tokenHash: string): Promise<KnownDevice | undefined>;
  deletePushDevice(tokenHash: string): Promise<void>;
  listPushedPeople(): Promise<UserId[]>;
  /** Pairs with unseen messages for which it is not decided for some device, with the number of the newest. */
  listDuePushes(limit: number): Promise<DueMessage[]>;
  /** Messages up to this number are due. */
  readPushState(pair: PushPair, upTo: number): Promise<PushState | undefined>;
  readUnseen(userId: UserId): Promise<UnseenOfAll>;
  /** Records what was decided, and what push services have answered; a device that is gone is deleted. */
  recordPushes(record: PushRecord): Promise<void>;
  /** Whether this node pushes for the next `ms`. One at a time does. */
  takePushLease(holder: string, ms: number): Promise<boolean>;

  /** Resolves to everybody whom the person mutes now. An `until` of undefined ends a mute. */
  setMute(
    userId: UserId,
    mutedId: UserId,
    until: number | null | undefined,
  ): Promise<Mute[] | undefined>;
  listMutes(userId: UserId): Promise<Mute[]>;
}
