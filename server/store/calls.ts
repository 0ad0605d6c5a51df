/** The calls of the store that both databases answer by the same steps. */
import type { Store } from '../domain/ports/store.ts';
import * as accounts from './account-steps.ts';
import * as attempts from './attempts.ts';
import * as blocks from './blocks.ts';
import { changeMessage } from './change-message.ts';
import * as changes from './changes.ts';
import * as messages from './messages.ts';
import * as push from './push.ts';
import * as sessions from './sessions.ts';
import type { Steps } from './steps.ts';
import * as users from './users.ts';

type StepsOf<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Steps<Result>
    : never;
};
type Offered = Partial<StepsOf<Store>>;

/** Reads by a key, with which calls begin. */
export const LOOK_UPS = {
  findUser: users.findUser,
  findCredentials: users.findCredentials,
  findPasswordHash: users.findPasswordHash,
  findSession: sessions.findSession,
  listSessions: sessions.listSessions,
  listKnownPlaces: sessions.listKnownPlaces,
  findMessage: messages.findMessage,
  findByIdempotencyKey: messages.findByIdempotencyKey,
} satisfies Offered;

export const READS = {
  listAccounts: accounts.listAccounts,
  listSent: accounts.listSent,
  findCode: accounts.findCode,
  listInvitations: accounts.listInvitations,
  readPictureDay: attempts.readPictureDay,
  findBlocks: blocks.findBlocks,
  findPushDevice: push.findPushDevice,
  listPushedPeople: push.listPushedPeople,
  listDuePushes: push.listDuePushes,
  readPushState: push.readPushState,
  readUnseen: push.readUnseen,
  listMutes: push.listMutes,
} satisfies Offered;

/** Reads that may take long. */
export const LONG_READS = {
  listUsers: users.listUsers,
  readUserListVersion: users.readUserListVersion,
  listBlocked: blocks.listBlocked,
  listBlockers: blocks.listBlockers,
  readPage: messages.readPage,
  readPictures: messages.readPictures,
  findFirst: messages.findFirst,
  readSide: changes.readSide,
  readBehind: changes.readBehind,
  readChanges: changes.readChanges,
} satisfies Offered;

/** Writes of a single statement, which is a transaction of its own. */
export const SHORT_WRITES = {
  setSmallPicture: users.setSmallPicture,
  setHidden: users.setHidden,
  setLastSeen: users.setLastSeen,
  extendSession: sessions.extendSession,
  deleteSession: sessions.deleteSession,
  deleteOtherSessions: sessions.deleteOtherSessions,
  countAttempt: attempts.countAttempt,
  forgiveAttempt: attempts.forgiveAttempt,
  addPictureBytes: attempts.addPictureBytes,
  deletePushDevice: push.deletePushDevice,
  takePushLease: push.takePushLease,
} satisfies Offered;

/** Writes of several statements, in one transaction. */
export const LONG_WRITES = {
  createUser: accounts.createUser,
  createCode: accounts.createCode,
  deleteInvitation: accounts.deleteInvitation,
  resetPassword: accounts.resetPassword,
  changeEmail: accounts.changeEmail,
  setLocked: accounts.setLocked,
  updateProfile: users.updateProfile,
  changePassword: users.changePassword,
  deleteUser: users.deleteUser,
  createSession: sessions.createSession,
  deleteExpired: sessions.deleteExpired,
  setBlocked: blocks.setBlocked,
  changeMessage,
  keepPushKeys: push.keepPushKeys,
  keepPushDevice: push.keepPushDevice,
  recordPushes: push.recordPushes,
  setMute: push.setMute,
} satisfies Offered;

type Calls = Record<string, (...args: never[]) => Steps<unknown>>;

/** A call with its arguments; `begin` may be called again, for another try. */
type Asked<Offered extends Calls> = {
  [Name in keyof Offered]: {
    name: Name;
    args: Parameters<Offered[Name]>;
    begin: () => Steps<unknown>;
  };
}[keyof Offered];

/** The calls as functions that return promises, each carried out by `run`. */
export function offerCalls<Offered extends Calls>(
  calls: Offered,
  run: (asked: Asked<Offered>) => Promise<unknown>,
): {
  [Name in keyof Offered]: Offered[Name] extends (...args: infer Args) => Steps<infer Result>
    ? (...args: Args) => Promise<Result>
    : never;
};
export function offerCalls(calls: Calls, run: (asked: Asked<Calls>) => Promise<unknown>): object {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: never[]) => run({ name, args, begin: () => call(...args) }),
    ]),
  );
}

export function runCalls<Offered extends Calls>(
  calls: Offered,
  run: <Result>(steps: Steps<Result>) => Result,
): {
  [Name in keyof Offered]: Offered[Name] extends (...args: infer Args) => Steps<infer Result>
    ? (...args: Args) => Result
    : never;
};
export function runCalls(calls: Calls, run: (steps: Steps<unknown>) => unknown): object {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, (...args: never[]) => run(call(...args))]),
  );
}
