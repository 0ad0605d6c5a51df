/**
 * The embedded store: one SQLite file. A writer thread commits (`writer.ts`); reads run here on a read-only connection
 * and see every write that has resolved. Reads that may take long run in the reader thread, on another read-only
 * connection (`long-reads.ts`).
 */
import { DomainError } from '../../domain/errors.ts';
import type { Clock, Store } from '../../domain/ports/store.ts';
import type { Note } from '../migrations.ts';
import { prepareBlockReads } from './blocks.ts';
import { prepareChangeReads } from './changes.ts';
import { lockForOneServer, openForReading } from './connection.ts';
import { guardReads } from './faults.ts';
import { prepareMessageReads } from './message-reads.ts';
import { type ListNamedPictures, prepareNamedPictures } from './pictures.ts';
import { explainOpenError, prepareFile, watchForDamage } from './prepare-file.ts';
import { createPushStore } from './push.ts';
import { prepareSessionReads } from './sessions.ts';
import { prepareUserReads } from './users.ts';
import { CLOSED, startWriter, type Writer } from './writer.ts';

/** Nobody waits for an extension; when many clients come at once, their extensions share commits. */
const EXTENSIONS_TOGETHER_MS = 250;

/** When the clients cut by a restart are back. */
const INTEGRITY_AFTER_MS = 10_000;

interface SqliteStoreOptions {
  /** Path of the database; it and its folder are created if missing. */
  file: string;
  /** The time of day. */
  clock: Clock;
  /** How long to wait for another program's lock, in ms. */
  busyTimeout?: number;
  /** Ms after the start, when the whole file is read to check it for damage. */
  integrityAfterMs?: number;
  note?: Note;
}

/** For the picture files beside it. */
interface SqliteStore extends Store {
  listNamedPictures(prefix: string): Promise<ReturnType<ListNamedPictures>>;
}

/**
 * Rejects with a DomainError `storageUnavailable` that describes the problem in one sentence: the file is damaged,
 * locked or not writable, or belongs to another program or a newer version.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { file, clock, busyTimeout = 5000, note = () => {} } = options;
  const { integrityAfterMs = INTEGRITY_AFTER_MS } = options;
  let unlock: (() => void) | undefined;
  let writer: Writer | undefined;
  try {
    unlock = lockForOneServer(file);
    prepareFile({ file, busyTimeout }, note);
    writer = startWriter({ file, busyTimeout });
    await writer.run({ name: 'checkHealth', input: { at: clock() } });
    return assembleStore({ file, busyTimeout, integrityAfterMs, clock }, writer, unlock);
  } catch (error) {
    await writer?.close();
    unlock?.();
    throw explainOpenError(error, file);
  }
}

function assembleStore(
  {
    file,
    busyTimeout,
    integrityAfterMs,
    clock,
  }: Required<Pick<SqliteStoreOptions, 'file' | 'busyTimeout' | 'integrityAfterMs' | 'clock'>>,
  writer: Writer,
  unlock: () => void,
): SqliteStore {
  const database = openForReading({ file, busyTimeout });
  const users = prepareUserReads(database);
  const blocks = prepareBlockReads(database);
  const sessions = prepareSessionReads(database);
  const messages = prepareMessageReads(database);
  const changes = prepareChangeReads(database);
  const listNamedPictures = prepareNamedPictures(database);
  const damage = watchForDamage({ file, busyTimeout, afterMs: integrityAfterMs });
  const epoch = changes.readEpoch();
  let closed: Promise<void> | undefined;
  const run: Writer['run'] = (operation, withinMs) => {
    if (closed) return Promise.reject(new DomainError('storageUnavailable', CLOSED));
    return writer.run(operation, withinMs).catch(damage.note);
  };
  const guarded = guardReads(database);
  const read: typeof guarded = (query) => guarded(query).catch(damage.note);

  async function closeAll(): Promise<void> {
    // The writer closes last: the last connection moves the log into the file.
    database.close();
    await damage.close();
    await writer.close();
    unlock();
  }

  return {
    epoch: () => epoch,
    createUser: (user) => run({ name: 'createUser', input: { ...user, at: clock() } }),
    createCode: (code) => run({ name: 'createCode', input: { ...code, at: clock() } }),
    findCode: (kind, codeHash, now) => run({ name: 'findCode', input: { kind, codeHash, now } }),
    listInvitations: (now, userId) => run({ name: 'listInvitations', input: { now, userId } }),
    deleteInvitation: (id, userId) => run({ name: 'deleteInvitation', input: { id, userId } }),
    resetPassword: (reset) => run({ name: 'resetPassword', input: reset }),
    changeEmail: (change) => run({ name: 'changeEmail', input: change }),
    setLocked: (userId, isLocked) =>
      run({ name: 'setLocked', input: { userId, isLocked, at: clock() } }),
    listAccounts: () => run({ name: 'listAccounts', input: {} }),
    listSent: (userId) => run({ name: 'listSent', input: { userId } }),
    findUser: (id) => read(() => users.findUser(id)),
    findCredentials: (email) => read(() => users.findCredentials(email)),
    updateProfile: (id, profile) => run({ name: 'updateProfile', input: { ...profile, id } }),
    listUsers: (readerId) => read(() => users.listUsers(readerId)),
    readUserListVersion: (readerId) => read(() => users.readUserListVersion(readerId)),
    setHidden: (id, hides) => run({ name: 'setHidden', input: { id, hides } }),
    setLastSeen: (id, at) => run({ name: 'setLastSeen', input: { id, at } }),

    findPasswordHash: (id) => read(() => users.findPasswordHash(id)),
    changePassword: (change) => run({ name: 'changePassword', input: change }),
    deleteUser: (deletion) => run({ name: 'deleteUser', input: { ...deletion, at: clock() } }),

    setBlocked: (change, seenAt) =>
      run({ name: 'setBlocked', input: { ...change, ...(seenAt !== undefined && { seenAt }) } }),
    findBlocks: (userId, otherId) => read(() => blocks.findBlocks(userId, otherId)),
    listBlocked: (blockerId) => read(() => blocks.listBlocked(blockerId)),
    listBlockers: (blockedId) => read(() => blocks.listBlockers(blockedId)),

    countAttempt: (attempt) => run({ name: 'countAttempt', input: { ...attempt, at: clock() } }),
    forgiveAttempt: (key) => run({ name: 'forgiveAttempt', input: { key } }),

    addPictureBytes: (day) => run({ name: 'addPictureBytes', input: { ...day, at: clock() } }),

    ...createPushStore(database, { run, read, clock }),

    createSession: (session) => run({ name: 'createSession', input: { ...session, at: clock() } }),
    listSessions: (userId) => read(() => sessions.listSessions(userId)),
    listKnownPlaces: (userId, places) => read(() => sessions.listKnownPlaces(userId, places)),
    findSession: (tokenHash) => read(() => sessions.findSession(tokenHash)),
    extendSession: (tokenHash, expiresAt) =>
      run({ name: 'extendSession', input: { tokenHash, expiresAt } }, EXTENSIONS_TOGETHER_MS),
    deleteSession: (tokenHash) => run({ name: 'deleteSession', input: { tokenHash } }),
    deleteOtherSessions: (userId, keptTokenHash) =>
      run({ name: 'deleteOtherSessions', input: { userId, keptTokenHash } }),
    deleteExpired: (now) => run({ name: 'deleteExpired', input: { now } }),

    appendMessage: (message) => run({ name: 'appendMessage', input: { ...message, at: clock() } }),
    findByIdempotencyKey: (senderId, key) =>
      read(() => messages.findByIdempotencyKey(senderId, key)),
    findMessage: (readerId, messageId) => read(() => messages.findMessage(readerId, messageId)),
    readPage: (readerId, peerId, page) => read(() => messages.readPage(readerId, peerId, page)),
    readPictures: (readerId, peerId, page) =>
      read(() => messages.readPictures(readerId, peerId, page)),
    findFirst: (readerId, peerId, since) => read(() => messages.findFirst(readerId, peerId, since)),
    changeMessage: (asked) => run({ name: 'changeMessage', input: { ...asked, at: clock() } }),
    readSide: (readerId, peerId) => read(() => changes.readSide(readerId, peerId)),
    readBehind: (readerId, held) => read(() => changes.readBehind(readerId, held)),
    readChanges: (readerId, peerId, asked) =>
      read(() => changes.readChanges(readerId, peerId, asked)),
    markSeen: (readerId, messageId) => run({ name: 'markSeen', input: { readerId, messageId } }),
    markConversationSeen: (readerId, peerId, upTo) =>
      run({
        name: 'markConversationSeen',
        input: { readerId, peerId, ...(upTo !== undefined && { upTo }) },
      }),
    markDelivered: (readerId, peerId, upTo) =>
      run({ name: 'markDelivered', input: { readerId, peerId, upTo } }),

    listNamedPictures: (prefix) => read(() => listNamedPictures(prefix)),

    async checkHealth() {
      damage.requireWhole();
      await run({ name: 'checkHealth', input: { at: clock() } });
    },
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}
