/**
 * The embedded store: one SQLite file. A writer thread commits (`writer.ts`); reads run here on a read-only connection
 * and see every write that has resolved. Reads that may take long run in the reader thread, on another read-only
 * connection (`long-reads.ts`).
 */
import { DomainError } from '../../domain/errors.ts';
import type { Clock, Store } from '../../domain/ports/store.ts';
import { LONG_READS, LONG_WRITES, LOOK_UPS, offerCalls, READS, SHORT_WRITES } from '../calls.ts';
import type { Notify } from '../migrations.ts';
import { readText } from '../rows.ts';
import { toStored } from '../stored-message.ts';
import { lockForOneServer, openForReading } from './connection.ts';
import { guardReads } from './faults.ts';
import type { OperationName, Result } from './operations.ts';
import { type ListNamedPictures, prepareNamedPictures } from './pictures.ts';
import { explainOpenError, prepareFile, watchForDamage } from './prepare-file.ts';
import { prepareSteps } from './steps.ts';
import { CLOSED, startWriter, type Writer } from './writer.ts';

/** When the clients cut by a restart are back. */
const INTEGRITY_AFTER_MS = 10_000;

interface SqliteStoreOptions {
  /** Path of the database; it and its folder are created if missing. */
  file: string;
  clock: Clock;
  busyTimeout?: number;
  /** Ms after the start, when the whole file is read to check it for damage. */
  integrityAfterMs?: number;
  notify?: Notify;
}

/** For the picture files beside it. */
interface SqliteStore extends Store {
  listNamedPictures(prefix: string): Promise<ReturnType<ListNamedPictures>>;
}

/**
 * Rejects with a DomainError `storageUnavailable` that describes the problem in one sentence: the file is damaged,
 * locked or not writable, or belongs to another program or a newer version.
 */
export async function openSqliteStore({
  notify = () => {},
  ...given
}: SqliteStoreOptions): Promise<SqliteStore> {
  const options = { busyTimeout: 5000, integrityAfterMs: INTEGRITY_AFTER_MS, ...given };
  const { file, clock, busyTimeout } = options;
  let unlock: (() => void) | undefined;
  let writer: Writer | undefined;
  try {
    unlock = lockForOneServer(file);
    prepareFile({ file, busyTimeout }, notify);
    writer = startWriter({ file, busyTimeout });
    await writer.run({ name: 'checkHealth', args: [], at: clock() });
    return assembleStore(options, writer, unlock);
  } catch (error) {
    await writer?.close();
    unlock?.();
    throw explainOpenError(error, file);
  }
}

function assembleStore(
  { file, busyTimeout, integrityAfterMs, clock }: Required<Omit<SqliteStoreOptions, 'notify'>>,
  writer: Writer,
  unlock: () => void,
): SqliteStore {
  const database = openForReading({ file, busyTimeout });
  const runSteps = prepareSteps(database, { now: clock });
  const listNamedPictures = prepareNamedPictures(database);
  const damage = watchForDamage({ file, busyTimeout, afterMs: integrityAfterMs });
  const epoch = readText(database.prepare('select epoch from store').get() ?? {}, 'epoch');
  let closed: Promise<void> | undefined;
  function write<Name extends OperationName>(
    name: Name,
    ...args: Parameters<Store[Name]>
  ): Promise<Result<Name>> {
    if (closed) return Promise.reject(new DomainError('storageUnavailable', CLOSED));
    return writer.run({ name, args, at: clock() }).catch(damage.observe);
  }
  const guarded = guardReads(database);
  const read: typeof guarded = (query) => guarded(query).catch(damage.observe);

  async function closeAll(): Promise<void> {
    // The writer closes last: the last connection moves the log into the file.
    database.close();
    await damage.close();
    await writer.close();
    unlock();
  }

  return {
    epoch: () => epoch,
    ...offerCalls({ ...LOOK_UPS, ...READS, ...LONG_READS }, ({ begin }) =>
      read(() => runSteps(begin())),
    ),
    ...offerCalls({ ...SHORT_WRITES, ...LONG_WRITES }, ({ name, args }) => write(name, ...args)),
    async appendMessage(message) {
      const result = await write('appendMessage', message);
      return result.kind === 'stored' ? toStored(message, result) : result;
    },
    markSeen: (...args) => write('markSeen', ...args),
    markConversationSeen: (...args) => write('markConversationSeen', ...args),
    markDelivered: (...args) => write('markDelivered', ...args),
    // No other server opens the file.
    takePushLease: async () => true,
    listNamedPictures: (prefix) => read(() => listNamedPictures(prefix)),

    async checkHealth() {
      damage.requireWhole();
      await write('checkHealth');
    },
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}
