/**
 * Tells newcomers who is online. The first is told at once; those who come within the next moment are told together, by one
 * list that is written once: for each by itself the list of thousands would be written thousands of times.
 */
import type { CrowdWriter } from './crowd-writer.ts';
import { type Presence, withoutApart } from './presence.ts';

const GATHER_MS = 20;

export function createGreeter(
  crowd: CrowdWriter,
  options: {
    presence: Pick<Presence, 'listOnline'>;
    /** Called before somebody is told who is online. */
    noteHeadStart: () => void;
  },
): (socketId: string) => void {
  const { presence, noteHeadStart } = options;
  let waiting: string[] = [];
  let isGathering = false;

  function tellWaiting(): void {
    isGathering = waiting.length > 0;
    if (!isGathering) return;
    const online = presence.listOnline();
    noteHeadStart();
    void crowd.tell('getOnlineUsers', {
      to: waiting,
      about: online,
      describe: (apart) => [withoutApart(online, apart)],
    });
    waiting = [];
    setTimeout(tellWaiting, GATHER_MS).unref();
  }

  return (socketId) => {
    waiting.push(socketId);
    if (!isGathering) tellWaiting();
  };
}
