/** How every connection to PostgreSQL is opened. */
import pg from 'pg';

/** For one statement, in ms: what takes longer is stuck, and whoever waits for it should hear so. */
const STATEMENT_MS = 15_000;

/** When PostgreSQL itself does not say so any more. */
const ANSWER_MS = STATEMENT_MS + 5_000;

const CONNECT_MS = 5_000;

/** Counts and times are far below 2^53, so that 64-bit integers are numbers here. */
const BIGINT: number = pg.types.builtins.INT8;

const types: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    // The two overloads of pg's own function differ in what the parser is given, as here.
    return type === BIGINT ? Number : pg.types.getTypeParser(type, format);
  },
};

const COMMON = {
  application_name: 'duet',
  connectionTimeoutMillis: CONNECT_MS,
  // A server that vanished without a word is noticed.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
};

/** At most `size` connections, opened when needed and replaced when they break. */
export function openPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...COMMON,
    connectionString: url,
    max: size,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    // A node that vanished between two statements keeps nothing locked.
    idle_in_transaction_session_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
  });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the server.
  pool.on('error', () => {});
  return pool;
}

/** One connection without limits of time, for what may take long. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...COMMON, connectionString: url });
  // The query that waits rejects by itself.
  client.on('error', () => {});
  await client.connect();
  return client;
}
