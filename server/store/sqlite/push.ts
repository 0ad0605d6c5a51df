/** Pushes and mutes in SQLite: reads on the connection for reading, writes inside the writer's batches. */
import type { DatabaseSync } from 'node:sqlite';
import type { PushStore } from '../../domain/ports/push.ts';
import type { Clock } from '../../domain/ports/store.ts';
import * as push from '../push.ts';
import type { Handlers } from './operations.ts';
import { prepareSteps } from './steps.ts';
import type { Writer } from './writer.ts';

export function createPushStore(
  database: DatabaseSync,
  {
    run,
    read,
    clock,
  }: {
    run: Writer['run'];
    read: <Result>(query: () => Result) => Promise<Result>;
    clock: Clock;
  },
): PushStore {
  const steps = prepareSteps(database);
  return {
    keepPushKeys: async (fresh) =>
      (await read(() => steps(push.findPushKeys()))) ?? run({ name: 'keepPushKeys', input: fresh }),
    keepPushDevice: (device) => run({ name: 'keepPushDevice', input: device }),
    findPushDevice: (tokenHash) => read(() => steps(push.findPushDevice(tokenHash))),
    deletePushDevice: (tokenHash) => run({ name: 'deletePushDevice', input: { tokenHash } }),
    listPushedPeople: () => read(() => steps(push.listPushedPeople())),
    listDuePushes: (limit) => read(() => steps(push.listDuePushes(limit))),
    readPushState: (pair, upTo) =>
      read(() => steps(push.readPushState(pair, { upTo, now: clock() }))),
    notePushes: (note) => run({ name: 'notePushes', input: { ...note, at: clock() } }),
    // No other server opens the file.
    holdPushLease: async () => true,
    setMute: (userId, mutedId, until) =>
      run({
        name: 'setMute',
        input: { userId, mutedId, at: clock(), ...(until !== undefined && { until }) },
      }),
    listMutes: (userId) => read(() => steps(push.listMutes(userId, clock()))),
  };
}

export function preparePushWrites(
  database: DatabaseSync,
): Handlers<'keepPushKeys' | 'keepPushDevice' | 'deletePushDevice' | 'notePushes' | 'setMute'> {
  const steps = prepareSteps(database);
  return {
    keepPushKeys: (fresh) => steps(push.keepPushKeys(fresh)),
    keepPushDevice: (device) => steps(push.keepPushDevice(device)),
    deletePushDevice: ({ tokenHash }) => steps(push.deletePushDevice(tokenHash)),
    notePushes: ({ at, ...note }) => steps(push.notePushes(note, at)),
    setMute: ({ userId, mutedId, until, at }) =>
      steps(push.setMute(userId, mutedId, { until, now: at })),
  };
}
