import { expect, test } from 'vitest';
import { listenBehindBlock, play } from '../support/blocked-view.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';
import type { TestServerOptions } from '../support/server.ts';

describeOnPostgres('On PostgreSQL', (postgres) => {
  const open: TestServerOptions['openData'] = async (_folder, clock) => {
    const url = await postgres.createDatabase();
    const source = { engine: 'postgres', url, connections: 2 } as const;
    return { ...(await openNode(url, clock)), source };
  };

  test('whoever is blocked notices what they would if the other had left, and nothing else', async () => {
    expect(await play('blocked', open)).toEqual(await play('left', open));
  });

  test('whoever has blocked somebody is told nothing of what that person does then', async () => {
    const { before, after, events } = await listenBehindBlock(open);
    expect(after).toEqual(before);
    expect(events).toEqual([]);
  });
});
