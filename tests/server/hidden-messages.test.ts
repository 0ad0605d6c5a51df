/** What hidden messages cost in SQLite: no statement walks them that does not show them. Read off SQLite's own plans. */
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { createCommitOrder } from '../../server/store/sqlite/numbers.ts';
import { migrate } from '../../server/store/sqlite/prepare-file.ts';
import { prepareHandlers } from '../../server/store/sqlite/writer-thread.ts';
import { listStatements } from '../../server/store/steps.ts';

/** Of all steps of a statement that look into the messages. */
const WAYS = [
  // The newest of all, and by number.
  /^SEARCH messages$/,
  /^SEARCH \w+ USING INTEGER PRIMARY KEY \(rowid[=>]/,
  // By indexes that hold what is walked and nothing else.
  /^SEARCH \w+ USING (COVERING )?INDEX messages_(visible|deleted|pictures|changed) \(conversation=\?/,
  /^SEARCH \w+ USING (COVERING )?INDEX messages_hidden(_deleted|_pictures|_changed)? \(conversation=\? AND sender=\?/,
  /^SEARCH \w+ USING (COVERING )?INDEX messages_by_(picture|key)/,
  // From the end of a conversation, or of what one of the two has sent in it.
  /^SEARCH m USING INDEX messages_visible \(conversation>\? AND conversation<\?\)/,
  /^SEARCH m USING INDEX messages_hidden \(\(conversation,sender\)>\(\?,\?\)/,
];

test('Every way to messages leads by an index that leaves out what is not shown', () => {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'memory', () => {});
  const prepare = vi.spyOn(database, 'prepare');
  prepareHandlers(database, createCommitOrder(database), Date.now);
  const statements = [
    ...prepare.mock.calls.map(([sql]) => sql),
    ...listStatements().map(({ sqlite }) => sqlite.replaceAll(/\$(\d)/g, '?$1')),
  ];
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
