/**
 * Which nodes may use one database together: those that hear of one another through Redis share a lock, and a node without
 * Redis takes it alone. Two that do not hear of one another would each tell its own people a part of what happens.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DomainError } from '../../domain/errors.ts';
import type { Report } from '../../domain/ports/report.ts';
import { type Row, readBoolean } from '../rows.ts';
import { connect } from './connection.ts';
import { explainOpenError } from './prepare-database.ts';

/** Beside that of the migrations. */
const LOCK = 0x44756575;

/** For a node that is ending, at the start. */
const WAIT_MS = 5_000;
const TRY_EVERY_MS = 250;

/** After the connection has broken, and the lock with it. */
const RETRY_MS = 2_000;

const TAKEN =
  'Another Duet server uses this database, and only nodes that all have REDIS_URL hear of one another: set it on each of them, or stop the other one.';

/** The lock of a machine that vanished is free after some 25 s. */
const NOTICE_DEATH =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Returns what gives the lock back. Rejects with `storageUnavailable` where others have it. After an outage of the
 * database it is taken again; `report` is told when others took it meanwhile.
 */
export async function lockForNodes(
  url: string,
  { isAlone, report }: { isAlone: boolean; report: Report },
): Promise<() => Promise<void>> {
  const statement = `select pg_try_advisory_lock${isAlone ? '' : '_shared'}($1) as is_taken`;
  let isClosed = false;

  async function take(waitMs: number): Promise<Client> {
    const client = await connect(url);
    try {
      await client.query(NOTICE_DEATH);
      for (let waited = 0; ; waited += TRY_EVERY_MS) {
        const { rows } = await client.query<Row>(statement, [LOCK]);
        if (readBoolean(rows[0] ?? {}, 'is_taken')) return client;
        if (waited >= waitMs) throw new DomainError('storageUnavailable', TAKEN);
        await sleep(TRY_EVERY_MS);
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  async function takeAgain(): Promise<void> {
    while (!isClosed) {
      await sleep(RETRY_MS, undefined, { ref: false });
      if (isClosed) return;
      try {
        hold(await take(0));
        return;
      } catch (error) {
        // That the database is away is told by every call.
        if (error instanceof DomainError) report(error, 'the database is used by another server');
      }
    }
  }

  let held: Client;
  function hold(client: Client): void {
    held = client;
    client.once('end', () => void takeAgain());
  }

  try {
    hold(await take(WAIT_MS));
  } catch (error) {
    throw explainOpenError(error, url);
  }
  return async () => {
    isClosed = true;
    await held.end().catch(() => {});
  };
}
