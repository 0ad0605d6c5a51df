/** Pushes and mutes in PostgreSQL. */

import type { PushStore } from '../../domain/ports/push.ts';
import type { Clock } from '../../domain/ports/store.ts';
import * as push from '../push.ts';
import type { Steps } from '../steps.ts';
import { type Database, runSteps } from './database.ts';

export function createPushStore({ query, transact }: Database, clock: Clock): PushStore {
  const read = <Result>(steps: Steps<Result>) => runSteps(query, steps);
  const write = <Result>(make: () => Steps<Result>) =>
    transact((inside) => runSteps(inside, make()));
  return {
    keepPushKeys: async (fresh) =>
      (await read(push.findPushKeys())) ?? write(() => push.keepPushKeys(fresh)),
    keepPushDevice: (device) => write(() => push.keepPushDevice(device)),
    findPushDevice: (tokenHash) => read(push.findPushDevice(tokenHash)),
    deletePushDevice: (tokenHash) => read(push.deletePushDevice(tokenHash)),
    listPushedPeople: () => read(push.listPushedPeople()),
    listDuePushes: (limit) => read(push.listDuePushes(limit)),
    readPushState: (pair, upTo) => read(push.readPushState(pair, { upTo, now: clock() })),
    notePushes: (note) => write(() => push.notePushes(note, clock())),
    holdPushLease: (holder, ms) => read(push.holdPushLease(holder, ms)),
    setMute: (userId, mutedId, until) =>
      write(() => push.setMute(userId, mutedId, { until, now: clock() })),
    listMutes: (userId) => read(push.listMutes(userId, clock())),
  };
}
