/** What hidden messages cost in SQLite: no statement walks them that does not show them. Read off SQLite's own plans. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { prepareMessageReads } from '../../server/store/sqlite/message-reads.ts';
import { createCommitOrder } from '../../server/store/sqlite/numbers.ts';
import { migrate } from '../../server/store/sqlite/prepare-file.ts';
import { prepareUserReads } from '../../server/store/sqlite/users.ts';
import { prepareHandlers } from '../../server/store/sqlite/writer-thread.ts';

/** Of all steps of a statement that look into the messages. */
const WAYS = [
  // The newest of all, and by number.
  /^SEARCH messages$/,
  /^SEARCH \w+ USING INTEGER PRIMARY KEY \(rowid[=>]/,
  // By indexes that hold what is walked and nothing else.
  /^SEARCH \w+ USING (COVERING )?INDEX messages_(visible|deleted|pictures|by_time) \(conversation=\?/,
  /^SEARCH \w+ USING (COVERING )?INDEX messages_(by_sender|hidden(_by_time|_deleted|_pictures)?) \(conversation=\? AND sender=\?/,
  /^SEARCH \w+ USING (COVERING )?INDEX messages_by_(picture|key)/,
];

test('Every way to messages leads by an index that leaves out what is not shown', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'memory', () => {});
  const order = createCommitOrder(database);
  const prepare = vi.spyOn(database, 'prepare');
  prepareMessageReads(database);
  prepareUserReads(database);
  prepareHandlers(database, order);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();

  const read = statements.filter((sql) => /\b(from|join|update) messages\b/.test(sql));
  expect(read.length).toBeGreaterThan(10);
  for (const sql of read) {
    const names = [...sql.matchAll(/\b(?:from|join|update) messages(?: (?!where|set|on)(\w+))?/g)];
    const tables = new Set(names.map(([, alias]) => alias ?? 'messages'));
    const steps = database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((step) => tables.has(/^(?:SEARCH|SCAN) (\w+)/.exec(step)?.[1] ?? ''));
    expect(steps, sql).not.toEqual([]);
    const others = steps.filter((step) => !WAYS.some((way) => way.test(step)));
    expect(others, sql).toEqual([]);
  }
});
