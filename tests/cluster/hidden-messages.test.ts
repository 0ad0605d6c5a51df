/** Blocks and what they hide on PostgreSQL: what reading walks, and messages on their way while somebody blocks. */
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../server/domain/ports/store.ts';
import type { StoredUser } from '../../server/domain/ports/users.ts';
import { findFirst, readPage } from '../../server/store/messages.ts';
import {
  createDatabase,
  openPool,
  type Query,
  runSteps,
} from '../../server/store/postgres/database.ts';
import type { Steps } from '../../server/store/steps.ts';
import { addPerson, append, START, talk } from '../server/store-contract/place.ts';
import { describeOnPostgres } from '../support/cluster.ts';
import { openNode } from '../support/postgres-store.ts';

interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const listSteps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listSteps)];

describeOnPostgres('hidden messages on PostgreSQL', (server) => {
  let url: string;
  let store: Store;
  let ada: StoredUser;
  let ben: StoredUser;
  beforeEach(async () => {
    url = await server.createDatabase();
    ({ store } = await openNode(url, () => START));
    onTestFinished(() => store.close());
    ada = await addPerson(store, 'Ada');
    ben = await addPerson(store, 'Ben');
  });

  const block = () => store.setBlocked({ blockerId: ben._id, blockedId: ada._id, isBlocked: true });

  test.each(['force_custom_plan', 'force_generic_plan'])(
    'are not walked by whom they are hidden from (%s)',
    async (mode) => {
      await talk(store, ada, ben, ['one', 'two', 'three']);
      await server.run(
        url,
        `insert into messages (conversation, seq, change, sender, created_at, hidden, text)
        select conversation, nextval('message_numbers'), 0, sender, created_at, 1, 'hidden'
        from messages, generate_series(1, 20000) where text = 'three'`,
      );
      await server.run(url, 'analyze messages');
      const database = createDatabase(openPool(url, 1));
      onTestFinished(() => database.close());
      await database.query({ name: 'mode', text: `set plan_cache_mode = ${mode}` }, []);
      const plans: Plan[] = [];
      const explain: Query = async ({ name, text }, values) => {
        const types = values.map(() => 'bigint').join();
        await database.query({ name: '', text: `prepare "${name}" (${types}) as ${text}` }, []);
        const run = `explain (analyze, buffers, format json) execute "${name}" (${values.join()})`;
        const [row] = await database.query({ name: '', text: run }, []);
        const [{ Plan: plan }] = Object.values(row ?? {})[0] as [{ Plan: Plan }];
        plans.push(plan);
        return [];
      };
      const run = (steps: Steps<unknown>) => runSteps(explain, steps, () => START);
      await run(readPage(ben._id, ada._id, { kind: 'before', limit: 1 }));
      await run(readPage(ben._id, ada._id, { kind: 'after', limit: 50 }));
      await run(findFirst(ben._id, ada._id, START));

      expect(plans).toHaveLength(3);
      for (const plan of plans) {
        // A quoted message is found by its number, for the messages of the page alone.
        const steps = listSteps(plan).filter(
          (step) => step['Relation Name'] === 'messages' && step['Index Name'] !== 'messages_pkey',
        );
        const indexes = steps.map((step) => step['Index Name']?.replace(/_?by_time$/, ''));
        expect([
          ['messages_visible', 'messages_hidden'],
          ['messages_visible', 'messages_hidden', 'messages'],
          ['messages', 'messages_hidden'],
        ]).toContainEqual([...new Set(indexes)]);
        for (const step of steps) {
          expect(step['Rows Removed by Filter'] ?? 0).toBe(0);
          expect(step['Actual Rows']).toBeLessThanOrEqual(3);
        }
      }
    },
  );

  test.each([
    ['the first of its conversation', 0],
    ['a later one', 1],
  ])('begin behind a message that is under way, be it %s', async (_which, before) => {
    if (before > 0) await talk(store, ada, ben, ['Before']);
    const second = START / 1000;
    const release = await server.hold(
      url,
      `select * from append_messages(
        array[1::bigint], array[${Math.floor(second)}::bigint],
        array[2::bigint], array[${Math.floor(second)}::bigint],
        array['under way'], array[null::text], array[null::integer], array[null::integer],
        array[null::text], array[null::text], array[${START}::bigint],
        array[null::bigint], array[0])`,
    );
    let isBlocked = false;
    const blocking = block().then(() => {
      isBlocked = true;
    });
    await expect
      .poll(() =>
        server.run(
          url,
          `select 1 as waits from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%insert into conversations%'`,
        ),
      )
      .toEqual([{ waits: 1 }]);
    expect(isBlocked).toBe(false);
    await release();
    await blocking;
    const message = { senderId: ada._id, receiverId: ben._id, text: 'After' };
    expect(await append(store, message)).toMatchObject({ hidden: true });
  });
});
