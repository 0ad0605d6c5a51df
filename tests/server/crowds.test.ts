/** Many who come in one moment: nobody else waits for all of them, and each is told who is online. */
import { expect, test } from 'vitest';
import { createCrowdWriter } from '../../server/realtime/crowd-writer.ts';
import { createGreeter } from '../../server/realtime/presence-broadcast.ts';
import type { UserId } from '../../src/protocol/entities.ts';
import { gatherCrowd } from './support/gather-crowd.ts';

test('Those who come together are told by one list who is online, and the first without waiting', async () => {
  const { io, crowd } = await gatherCrowd(10);
  const ids = [...io.of('/').sockets.keys()];
  let lists = 0;
  const presence = {
    listOnline() {
      lists += 1;
      return ids;
    },
  };
  const greet = createGreeter(createCrowdWriter(io), { presence, noteListSent: () => {} });
  const told = crowd.map(
    (socket) => new Promise<UserId[]>((resolve) => socket.on('getOnlineUsers', resolve)),
  );
  for (const id of ids) greet(id);
  expect(lists).toBe(1);
  for (const list of await Promise.all(told)) expect(list).toEqual(ids);
  expect(lists).toBe(2);
});
