/** Telling many connections the same, over real ones. */
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { createBroadcast } from '../../server/realtime/broadcast.ts';
import type { UserId } from '../../src/protocol/entities.ts';
import { gatherCrowd } from './support/gather-crowd.ts';

/** Resolves with whom each of them was told of, when that were so many. */
async function listen(crowd: Socket[], events: number): Promise<string[][]> {
  return Promise.all(
    crowd.map(async (socket) => {
      const heard: string[] = [];
      await new Promise<void>((resolve) => {
        socket.on('typing', ({ userId }: { userId: UserId }) => {
          heard.push(userId);
          if (heard.length === events) resolve();
        });
      });
      return heard;
    }),
  );
}

test('Each is told everything once, in the order of the tellings, whomever they are apart from', async () => {
  const { io, crowd } = await gatherCrowd(3);
  const broadcast = createBroadcast(io);
  const heard = listen(crowd, 3);
  for (const userId of ['ada', 'bob', 'eve']) {
    broadcast('typing', {
      about: [userId],
      describe: (apart) => [{ userId: apart.has(userId) ? 'nobody' : userId }],
    });
  }
  expect(await heard).toEqual([
    ['nobody', 'bob', 'eve'],
    ['ada', 'bob', 'eve'],
    ['ada', 'bob', 'eve'],
  ]);
});

test('Whoever is to hear nothing of it is written nothing', async () => {
  const { io } = await gatherCrowd(2);
  const written: boolean[] = [];
  for (const { conn, data } of io.of('/').sockets.values()) {
    conn.on('packetCreate', () => written.push(data.apart.has('ada')));
  }
  const describe = (apart: ReadonlySet<UserId>): [{ userId: UserId }] | undefined =>
    apart.has('ada') ? undefined : [{ userId: 'ada' }];
  createBroadcast(io)('typing', { about: ['ada'], describe });
  expect(written).toEqual([false]);
});
