/** Telling many connections the same, over real ones. */
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { createCrowdWriter, createProfileTeller } from '../../server/realtime/crowd-writer.ts';
import type { User, UserId } from '../../src/protocol/entities.ts';
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

test('Others are served between two who are told', async () => {
  const { io, crowd } = await gatherCrowd(4);
  const writer = createCrowdWriter(io, { atOnce: 1 });
  let turns = 0;
  const countTurn = () => {
    turns += 1;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);
  await writer.tell('typing', { about: [], describe: () => [{ userId: 'bob' }] });
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(crowd.length);
});

test('A telling of a few waits for the one of many before it', async () => {
  const { io, crowd } = await gatherCrowd(3);
  const writer = createCrowdWriter(io, { atOnce: 1 });
  const heard = listen(crowd.slice(-1), 2);
  const [last] = [...io.of('/').sockets.values()].slice(-1);
  await last?.join('few');
  void writer.tell('typing', { about: [], describe: () => [{ userId: 'bob' }] });
  void writer.tell('typing', { room: 'few', about: [], describe: () => [{ userId: 'eve' }] });
  expect(await heard).toEqual([['bob', 'eve']]);
});

test('Who leaves while others are told keeps nobody from hearing it', async () => {
  const { io, crowd } = await gatherCrowd(3);
  const heard = listen(crowd.slice(-1), 1);
  const telling = createCrowdWriter(io).tell('typing', {
    about: [],
    describe: () => [{ userId: 'bob' }],
  });
  const [first] = io.of('/').sockets.values();
  first?.disconnect(true);
  await telling;
  expect(await heard).toEqual([['bob']]);
});

test('A telling that fails fails for its caller alone', async () => {
  const { io, crowd } = await gatherCrowd(2);
  const writer = createCrowdWriter(io);
  const heard = listen(crowd, 1);
  const failing = writer.tell('typing', {
    about: ['ada'],
    describe(apart) {
      if (apart.has('ada')) throw new Error('the flux is not defined');
      return undefined;
    },
  });
  const next = writer.tell('typing', { about: [], describe: () => [{ userId: 'bob' }] });
  await expect(failing).rejects.toThrow('the flux is not defined');
  await next;
  expect(await heard).toEqual([['bob'], ['bob']]);
});

test('Each is told everything once, in the order of the tellings, whomever they are apart from', async () => {
  const { io, crowd } = await gatherCrowd(3);
  const writer = createCrowdWriter(io, { atOnce: 1 });
  const heard = listen(crowd, 3);
  for (const userId of ['ada', 'bob', 'eve']) {
    void writer.tell('typing', {
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
  await createCrowdWriter(io).tell('typing', { about: ['ada'], describe });
  expect(written).toEqual([false]);
});

test('Of profiles that change while others are told, the last of each is told, and other news in between', async () => {
  const { io, crowd } = await gatherCrowd(2);
  const writer = createCrowdWriter(io, { atOnce: 1 });
  const [, socket] = crowd;
  const heard: string[] = [];
  const isOver = new Promise<void>((resolve) => {
    socket?.on('typing', ({ userId }: { userId: UserId }) => heard.push(userId));
    socket?.on('profileChanged', ({ _id, bio }: User) => {
      heard.push(`${_id} ${bio}`);
      if (_id === 'ben' && bio === 'last') resolve();
    });
  });
  const tellProfile = createProfileTeller(writer);
  for (const bio of ['first', 'second', 'last']) {
    for (const _id of ['ben', 'eve']) tellProfile({ _id, fullName: _id, bio });
  }
  void writer.tell('typing', { about: [], describe: () => [{ userId: 'ada' }] });
  await isOver;
  expect(heard).toEqual(['ben first', 'ada', 'eve last', 'ben last']);
});
