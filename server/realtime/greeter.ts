/**
 * Sends new connections the list of who is online. The first gets it at once. Those of the next moment share one list
 * that is serialised once: a list of thousands would otherwise be serialised thousands of times.
 */
import type { CrowdWriter } from './crowd-writer.ts';
import { type Presence, withoutApart } from './presence.ts';

const GATHER_MS = 20;

export function createGreeter(
  crowd: CrowdWriter,
  options: {
    presence: Pick<Presence, 'listOnline'>;
    /** Called before a connection gets the list. */
    noteListSent: () => void;
  },
): (socketId: string) => void {
  const { presence, noteListSent } = options;
  let waiting: string[] = [];
  let isGathering = false;

  function tellWaiting(): void {
    isGathering = waiting.length > 0;
    if (!isGathering) return;
    const online = presence.listOnline();
    noteListSent();
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
