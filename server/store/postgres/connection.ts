/** Opens all connections to PostgreSQL. */
import pg from 'pg';
import { type Row, readText } from '../rows.ts';

/** Timeout of one statement, in ms: anything slower is stuck, and its caller should get an error. */
const STATEMENT_MS = 15_000;

/** If PostgreSQL itself does not report it any more. */
const ANSWER_MS = STATEMENT_MS + 5_000;

const CONNECT_MS = 5_000;

/** Counts and times are far below 2^53, so 64-bit integers become numbers. */
const BIGINT: number = pg.types.builtins.INT8;

const types: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    // The two overloads of pg's function differ in the parser's argument, as here.
    return type === BIGINT ? Number : pg.types.getTypeParser(type, format);
  },
};

const COMMON = {
  application_name: 'duet',
  connectionTimeoutMillis: CONNECT_MS,
  // Detects a server that has vanished.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
};

/**
 * At most `size` connections, opened on demand and replaced when they break. Before a connection is used, it looks
 * whether the data are still at their place, and `noteEpoch` gets their epoch.
 */
export function openPool(
  url: string,
  size: number,
  noteEpoch: (epoch: string) => void = () => {},
): pg.Pool {
  const pool = new pg.Pool({
    ...COMMON,
    connectionString: url,
    max: size,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    // A node that vanished between two statements must not keep locks.
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    async onConnect(client) {
      const { rows } = await client.query<Row>('select renew_epoch() as epoch');
      noteEpoch(readText(rows[0] ?? {}, 'epoch'));
    },
  });
  // The next query replaces an idle connection that breaks; without this listener the error would end the server.
  pool.on('error', () => {});
  return pool;
}

/** One connection without timeouts, for long work. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...COMMON, connectionString: url });
  // The waiting query rejects by itself.
  client.on('error', () => {});
  await client.connect();
  return client;
}
