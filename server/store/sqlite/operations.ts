/**
 * Operations and outcomes between the main thread and the writer thread. `at` is the time of the call, in epoch
 * milliseconds.
 */
import type { Hideable, MessageId, UserId } from '../../../src/protocol/entities.ts';
import type { CodeKind } from '../../../src/protocol/entrance.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type {
  AccountSummary,
  EmailChange,
  EndedSessions,
  NewCode,
  OpenCode,
  PasswordReset,
} from '../../domain/ports/codes.ts';
import type {
  AppendResult,
  AskedChange,
  ChangeResult,
  MarkedMessage,
  MarkedRange,
  NewMessage,
} from '../../domain/ports/messages.ts';
import type { PictureDay } from '../../domain/ports/pictures.ts';
import type { Mute, PushDevice, PushKeys, PushNote } from '../../domain/ports/push.ts';
import type { Attempt, CountedAttempt, NewSession } from '../../domain/ports/sessions.ts';
import type {
  AccountDeletion,
  BlockChange,
  DeletedAccount,
  NewUser,
  PasswordChange,
  ProfileChange,
  ProfileUpdate,
  StoredUser,
} from '../../domain/ports/users.ts';

interface Operations {
  createUser: Operation<NewUser & { at: number }, StoredUser>;
  createCode: Operation<NewCode & { at: number; now: number; most?: number }, boolean>;
  findCode: Operation<{ kind: CodeKind; codeHash: string; now: number }, OpenCode | undefined>;
  listInvitations: Operation<{ now: number; userId?: UserId | undefined }, OpenCode[]>;
  deleteInvitation: Operation<{ id: string; userId?: UserId | undefined }, boolean>;
  resetPassword: Operation<PasswordReset, EndedSessions | undefined>;
  changeEmail: Operation<EmailChange, StoredUser | undefined>;
  setLocked: Operation<
    { userId: UserId; isLocked: boolean; at: number },
    EndedSessions | undefined
  >;
  listAccounts: Operation<object, AccountSummary[]>;
  listSent: Operation<{ userId: UserId }, MessageId[]>;
  updateProfile: Operation<ProfileChange & { id: UserId }, ProfileUpdate | undefined>;
  setHidden: Operation<{ id: UserId; hides: readonly Hideable[] }, StoredUser | undefined>;
  setLastSeen: Operation<{ id: UserId; at: number }, void>;
  changePassword: Operation<PasswordChange, string[] | undefined>;
  deleteUser: Operation<AccountDeletion & { at: number }, DeletedAccount | undefined>;
  setBlocked: Operation<BlockChange & { seenAt?: number }, boolean>;
  createSession: Operation<NewSession & { at: number }, string[]>;
  extendSession: Operation<{ tokenHash: string; expiresAt: number }, void>;
  deleteSession: Operation<{ tokenHash: string }, void>;
  deleteOtherSessions: Operation<{ userId: UserId; keptTokenHash: string }, string[]>;
  deleteExpired: Operation<{ now: number }, string[]>;
  countAttempt: Operation<Attempt & { at: number }, CountedAttempt>;
  forgiveAttempt: Operation<{ key: string }, void>;
  addPictureBytes: Operation<
    { userId: UserId; bytes: number; dayMs: number; at: number },
    PictureDay
  >;
  appendMessage: Operation<NewMessage & { at: number }, AppendResult>;
  changeMessage: Operation<AskedChange & { at: number }, ChangeResult>;
  markSeen: Operation<{ readerId: UserId; messageId: MessageId }, MarkedMessage | undefined>;
  markConversationSeen: Operation<
    { readerId: UserId; peerId: UserId; upTo?: MessageId },
    MarkedRange | undefined
  >;
  markDelivered: Operation<
    { readerId: UserId; peerId: UserId; upTo: MessageId },
    MarkedRange | undefined
  >;
  keepPushKeys: Operation<PushKeys, PushKeys>;
  keepPushDevice: Operation<PushDevice, boolean>;
  deletePushDevice: Operation<{ tokenHash: string }, void>;
  notePushes: Operation<PushNote & { at: number }, void>;
  /** Without `until` it ends. */
  setMute: Operation<
    { userId: UserId; mutedId: UserId; until?: number | null; at: number },
    Mute[] | undefined
  >;
  checkHealth: Operation<{ at: number }, void>;
}

interface Operation<Input, Result> {
  input: Input;
  result: Result;
}

export type OperationName = keyof Operations;

/** One requested operation. */
export type Asked<Name extends OperationName = OperationName> = {
  [Each in Name]: { name: Each; input: Operations[Each]['input'] };
}[Name];

export type ResultOf<Operation extends Asked> = Operations[Operation['name']]['result'];

/** Runs each operation inside the transaction of its batch. */
export type Handlers<Name extends OperationName = OperationName> = {
  [Each in Name]: (input: Operations[Each]['input']) => Operations[Each]['result'];
};

export type Outcome =
  | { kind: 'done'; result: ResultOf<Asked> }
  /** A DomainError; `detail` is its cause, for the log. */
  | {
      kind: 'refused';
      code: ErrorCode;
      message: string;
      detail?: string;
      isOutcomeUnknown?: boolean;
    }
  /** An unexpected error. */
  | { kind: 'failed'; detail: string };

/** The answer to a batch is the outcomes of its operations, in order. */
export type Request = { kind: 'batch'; operations: Asked[] } | { kind: 'close' };
