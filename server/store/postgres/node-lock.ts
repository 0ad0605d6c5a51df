/**
 * Decides which nodes may share a database. Nodes that reach each other through Redis share a lock; a node without
 * Redis takes it alone. Nodes that do not reach each other would each announce only a part of the events.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DomainError } from '../../domain/errors.ts';
import type { Report } from '../../domain/ports/store.ts';
import { type Row, readBoolean } from '../rows.ts';
import { connect } from './database.ts';
import { explainOpenError } from './prepare-database.ts';

/** A second key beside that of the migrations. */
const LOCK = 0x44756575;

/** At the start: waits for a node that is ending. */
const WAIT_MS = 5_000;
const TRY_EVERY_MS = 250;

/** After the connection, and with it the lock, was lost. */
const RETRY_MS = 2_000;

const TAKEN =
  'Another Duet server uses this database, and only nodes that all have REDIS_URL hear of one another: set it on each of them, or stop the other one.';

/** The lock of a vanished machine is free after about 25 s. */
const NOTICE_DEATH =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Returns a function that releases the lock. Rejects with `storageUnavailable` if others hold it. After a database
 * outage the lock is taken again; `report` is called if others took it meanwhile.
 */
export async function lockForNodes(
  url: string,
  { isAlone, report, taken = TAKEN }: { isAlone: boolean; report: Report; taken?: string },
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
        if (waited >= waitMs) throw new DomainError('storageUnavailable', taken);
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
        const client = await take(0);
        if (isClosed) await client.end();
        else hold(client);
        return;
      } catch (error) {
        // Every call already reports that the database is away.
        if (error instanceof DomainError) report(error, 'the database is used by another server');
      }
    }
  }

  let holder: Client;
  function hold(client: Client): void {
    holder = client;
    client.once('end', () => void takeAgain());
  }

  try {
    hold(await take(WAIT_MS));
  } catch (error) {
    throw explainOpenError(error, url);
  }
  return async () => {
    isClosed = true;
    await holder.end().catch(() => {});
  };
}
