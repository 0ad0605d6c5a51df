/** The migration that writes all messages anew: it loses nothing, also if it is killed, and keeps every receipt. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMigrations } from '../../server/store/migrations.ts';
import { messageColumns, messageJoins } from '../../server/store/rows.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { inheritEnvironment } from '../support/inherited-environment.ts';

const root = join(import.meta.dirname, '../..');
const MIGRATIONS = pathToFileURL(join(root, 'server/store/sqlite/migrations/'));
/** The last schema in which each message has its own receipts. */
const BEFORE = 15;
const MESSAGES = Number(process.env.REBUILT_MESSAGES ?? 60_000);
const PEOPLE = 40;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duet-rebuild-'));
  file = join(folder, 'duet.db');
  fillOldDatabase();
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * Two people in each conversation, both of whom write. Some of one's messages are hidden; the other has seen the earlier
 * ones and a few later ones, part of it while it was not told.
 */
function fillOldDatabase(): void {
  const database = new DatabaseSync(file);
  for (const migration of readMigrations(MIGRATIONS).slice(0, BEFORE)) database.exec(migration);
  database.exec(`
    pragma application_id = ${0x44756574};
    pragma user_version = ${BEFORE};
    begin;
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${PEOPLE})
    insert into users (id, full_name, name_key, email, email_key, password_hash, bio, created_at)
      select n, 'Person ' || n, 'person ' || n, n || '@example.org', n || '@example.org', '', '', 1000000 from numbers;
    insert into conversations (low, high, low_seq, high_seq, last_at)
      select id, id + 1, 0, 0, 0 from users where id % 2 = 1;
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MESSAGES}),
      those as (
        select n, c.id, c.low, c.high, n / ${PEOPLE} as turn, n % 3 = 0 as is_from_high, n % 11 = 0 and n % 3 <> 0 as is_hidden
        from numbers join conversations c on c.id = 1 + n % ${PEOPLE / 2}
      ), judged as (
        select *, not is_hidden and (turn < ${MESSAGES / PEOPLE / 2} or n % 13 = 0) as is_seen,
          not is_hidden and turn < ${MESSAGES / PEOPLE / 1.5} as is_delivered
        from those
      )
    insert into messages (seq, conversation, sender, receiver, text, picture_id, picture_width, picture_height, seen,
        delivered, created_at, hidden, untold)
      select n, id, iif(is_from_high, high, low), iif(is_from_high, low, high),
        iif(n % 50 = 0, null, 'Message ' || n || ' ' || hex(zeroblob(40))),
        iif(n % 50 = 0, printf('%032x', n), null), iif(n % 50 = 0, 8, null), iif(n % 50 = 0, 8, null),
        is_seen, is_seen or is_delivered, 2000000 + n, is_hidden,
        case when id % 2 = 0 or turn < ${MESSAGES / PEOPLE / 4} then 0
          else is_seen + 2 * (id % 4 = 1 and (is_seen or is_delivered)) end
      from judged;
    insert into idempotency (seq, sender, key, body_hash, stored_at)
      select seq, sender, 'key ' || seq, 'hash', 0 from messages where seq % 10 = 0;
    update conversations set
      low_seq = (select max(seq) from messages where conversation = conversations.id and (hidden = 0 or sender = low)),
      high_seq = (select max(seq) from messages where conversation = conversations.id and (hidden = 0 or sender = high)),
      low_unseen = (select count(*) from messages where receiver = low and seen = 0 and hidden = 0),
      high_unseen = (select count(*) from messages where receiver = high and seen = 0 and hidden = 0);
    commit;`);
  database.close();
}

function startMigration() {
  const child = spawn(
    process.execPath,
    [join(root, 'tests/server/support/migrate-process.ts'), file],
    { env: inheritEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return { child, closed: once(child, 'close'), readOutput: () => output };
}

const OLD = `select seq, conversation, sender, text, picture_id, created_at, hidden, seen, delivered,
  not hidden and seen and not untold & 1 as seen_told,
  not hidden and delivered and not untold & 2 as delivered_told
  from messages order by seq`;
const NEW = `select seq, m.conversation, m.sender, text, picture_id, created_at, hidden,
  not hidden and message_seen as seen, not hidden and message_delivered as delivered,
  not hidden and message_seen_told as seen_told, not hidden and message_delivered_told as delivered_told
  from (select m.*, ${messageColumns('m.sender')} from messages m ${messageJoins('m.sender')}) as m order by seq`;

function readAll(path: string, sql: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

/** Messages as they were, each with what became of it, if that is something else. */
function listDifferent(before: ReturnType<typeof readAll>) {
  const after = readAll(file, NEW);
  expect(after.length).toBe(before.length);
  return before
    .map((old, index) => [JSON.stringify(old), JSON.stringify(after[index])])
    .filter(([old, now]) => old !== now)
    .slice(0, 5);
}

const readVersion = () => readAll(file, 'pragma user_version')[0]?.user_version;

test('Every message, receipt and key is there afterwards, and the unseen counts are those of the messages', async () => {
  const store = await openSqliteStore({ file, clock: Date.now });
  await store.close();
  const before = readAll(join(folder, `duet-schema-${BEFORE}.db`), OLD);
  expect(listDifferent(before)).toEqual([]);
  expect(readAll(file, 'select count(*) as count from operations')).toEqual([
    { count: MESSAGES / 10 },
  ]);
  const counted = `select c.id, low_unseen, high_unseen,
    (select count(*) from (${NEW}) as n where n.conversation = c.id and n.sender = c.high and not seen and not hidden) as to_low,
    (select count(*) from (${NEW}) as n where n.conversation = c.id and n.sender = c.low and not seen and not hidden) as to_high
    from conversations c where c.id < 4`;
  for (const row of readAll(file, counted)) {
    expect([row.low_unseen, row.high_unseen]).toEqual([row.to_low, row.to_high]);
  }
});

test('A migration that is killed leaves the database as it was, and the next start does it', async () => {
  const messages = readAll(file, OLD);
  for (const wait of [0, 150, 400]) {
    const migration = startMigration();
    await expect.poll(migration.readOutput).toContain('is kept in');
    await sleep(wait);
    migration.child.kill('SIGKILL');
    await migration.closed;
    const isDone = readVersion() !== BEFORE;
    expect(readAll(file, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(isDone ? listDifferent(messages) : readAll(file, OLD)).toEqual(isDone ? [] : messages);
  }
  const migration = startMigration();
  await migration.closed;
  expect(migration.readOutput()).toContain('open');
  expect(listDifferent(messages)).toEqual([]);
});
