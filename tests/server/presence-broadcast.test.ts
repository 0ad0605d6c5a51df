/** Who came and went, as it is gathered and told, over real connections. */
import { expect, test } from 'vitest';
import { createBroadcast } from '../../server/realtime/broadcast.ts';
import { createPresenceBroadcast } from '../../server/realtime/presence-broadcast.ts';
import { rooms } from '../../server/realtime/socket-server.ts';
import type { UserId } from '../../src/protocol/entities.ts';
import { gatherCrowd } from './support/gather-crowd.ts';

/** One connection, apart from Ada, that asked for changes; `handleTelling` is called in the middle of each telling. */
async function open(
  online: UserId[],
  handleTelling = () => {},
  room: string = rooms.presenceChanges,
) {
  const { io, crowd } = await gatherCrowd(1);
  io.socketsJoin(room);
  const heard: UserId[][] = [];
  crowd[0]?.on('presence', (changes: { userId: UserId }[]) => {
    heard.push(changes.map(({ userId }) => userId));
  });
  crowd[0]?.on('getOnlineUsers', (userIds: UserId[]) => heard.push(userIds));
  const broadcast = createPresenceBroadcast(createBroadcast(io), {
    intervalMs: 1,
    presence: {
      isOnline: (userId) => online.includes(userId),
      listOnline() {
        handleTelling();
        return online;
      },
    },
  });
  return { broadcast, heard };
}

test('Who comes while others are told is told of after it', async () => {
  let isFirst = true;
  const { broadcast, heard } = await open(['dan', 'bob'], () => {
    if (isFirst) broadcast.add({ userId: 'bob', online: true });
    isFirst = false;
  });
  broadcast.add({ userId: 'dan', online: true });
  await expect.poll(() => heard).toEqual([['dan'], ['bob']]);
});

test('Who comes and goes, or goes and comes, before it is told is not told of', async () => {
  const { broadcast, heard } = await open(['bob', 'eve']);
  broadcast.add({ userId: 'dan', online: true });
  broadcast.add({ userId: 'dan', online: false, lastSeenAt: 7 });
  broadcast.add({ userId: 'bob', online: false, lastSeenAt: 7 });
  broadcast.add({ userId: 'bob', online: true });
  broadcast.add({ userId: 'eve', online: true });
  await expect.poll(() => heard).toEqual([['eve']]);
});

test.each([rooms.presenceChanges, rooms.wholeLists])(
  'Who is apart from all who came or went is told nothing (%s)',
  async (room) => {
    let isFirst = true;
    const handleTelling = () => {
      if (isFirst) broadcast.add({ userId: 'bob', online: true });
      isFirst = false;
    };
    const { broadcast, heard } = await open(['ada', 'bob'], handleTelling, room);
    broadcast.add({ userId: 'ada', online: true });
    await expect.poll(() => heard).toEqual([['bob']]);
  },
);
