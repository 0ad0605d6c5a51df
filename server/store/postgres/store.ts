/**
 * The store for several nodes: one PostgreSQL that any number of them use at once. Nodes cache no data, so a change by
 * one is visible to the next query of another.
 */
import { DomainError } from '../../domain/errors.ts';
import type { AppendResult } from '../../domain/ports/messages.ts';
import type { PictureStore, SweepPictures } from '../../domain/ports/pictures.ts';
import type { Clock, Store } from '../../domain/ports/store.ts';
import { judgeRepeat } from '../../domain/repeats.ts';
import { createKeyedLimit } from '../../limits/gate.ts';
import { LONG_READS, LONG_WRITES, LOOK_UPS, offerCalls, READS, SHORT_WRITES } from '../calls.ts';
import type { Notify } from '../migrations.ts';
import {
  createDatabase,
  createEpoch,
  createGate,
  openPool,
  prepare,
  runSteps,
} from './database.ts';
import {
  type AskedMessage,
  createAppendQueue,
  type Outcome,
  storeBatch,
} from './message-writes.ts';
import { createPictureSweep, createPictures } from './pictures.ts';
import { prepareDatabase } from './prepare-database.ts';
import { createReceiptWrites } from './receipts.ts';

interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  clock: Clock;
  /** Most connections of this node; at least 5. */
  connections: number;
  /** For all pictures together, so that messages have room; 0 means no limit. */
  pictureBytes: number;
  notify?: Notify;
}

/** For pictures: their bytes would delay messages. */
const PICTURE_CONNECTIONS = 2;
/** For sent messages: one batch at a time. */
const APPEND_CONNECTIONS = 1;
/** For look-ups, with which every call begins: writes that wait for the disk do not delay what only reads. */
const LOOK_UP_CONNECTIONS = 1;

const CHECK_HEALTH = prepare(`
  insert into health (id, checked_at) values (1, $1)
  on conflict (id) do update set checked_at = excluded.checked_at`);

/**
 * Rejects with a DomainError `storageUnavailable` that describes the problem in one sentence: PostgreSQL is
 * unreachable, refuses the login or is too old, or the database belongs to another program or a newer version.
 */
export async function openPostgresStore({
  url,
  clock,
  connections,
  pictureBytes,
  notify = () => {},
}: PostgresStoreOptions): Promise<{
  store: Store;
  pictures: PictureStore;
  sweepPictures: SweepPictures;
}> {
  await prepareDatabase(url, async () => {}, notify);
  const forCalls = Math.max(
    1,
    connections - PICTURE_CONNECTIONS - APPEND_CONNECTIONS - LOOK_UP_CONNECTIONS,
  );
  const epoch = createEpoch();
  const open = (size: number) => createDatabase(openPool(url, size, epoch.update));
  const database = open(forCalls);
  const appends = open(APPEND_CONNECTIONS);
  const lookUps = open(LOOK_UP_CONNECTIONS);
  const pictures = open(PICTURE_CONNECTIONS);

  const reads = {
    ...offerCalls(LOOK_UPS, ({ begin }) => runSteps(lookUps.query, begin(), clock)),
    ...offerCalls({ ...READS, ...LONG_READS }, ({ begin }) =>
      runSteps(database.query, begin(), clock),
    ),
  };
  const writes = {
    ...offerCalls(SHORT_WRITES, ({ begin }) => runSteps(database.query, begin(), clock)),
    ...offerCalls(LONG_WRITES, ({ begin }) =>
      database.transact((query) => runSteps(query, begin(), clock)),
    ),
  };
  const append = createAppendQueue((batch: AskedMessage[]) => storeBatch(appends.query, batch));
  const appending = createGate();
  /** Many calls of one account hold one connection, and wait for themselves instead of keeping others waiting. */
  const oneAtATime = createKeyedLimit(1);
  let closed: Promise<void> | undefined;

  async function appendMessage(message: AskedMessage): Promise<AppendResult> {
    const outcome: Outcome = await append(message);
    switch (outcome.kind) {
      case 'unknownSender':
        throw new DomainError('notFound', 'This account does not exist.');
      case 'keyUsed': {
        const { senderId, idempotency } = message;
        const key = idempotency?.key ?? '';
        const earlier = await reads.findByIdempotencyKey(senderId, key);
        return earlier ? judgeRepeat(message, earlier) : outcome.otherwise;
      }
      default:
        return outcome;
    }
  }

  async function closeAll(): Promise<void> {
    await appending.close();
    await Promise.all([appends, lookUps, database, pictures].map((each) => each.close()));
  }

  const store: Store = {
    epoch: epoch.read,
    watchEpoch: epoch.watch,
    ...reads,
    ...writes,
    ...createReceiptWrites(database, oneAtATime),
    changeMessage: (asked) => oneAtATime(asked.personId, () => writes.changeMessage(asked)),
    appendMessage: (message) => appending.enter(() => appendMessage({ ...message, at: clock() })),

    async checkHealth() {
      await database.query(CHECK_HEALTH, [clock()]);
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
  return {
    store,
    pictures: createPictures(pictures, pictureBytes),
    sweepPictures: createPictureSweep(pictures, clock),
  };
}
