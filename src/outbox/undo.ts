/**
 * Which messages can still be taken back. Offered for a short time after Send, and only while nothing
 * of the message can be with the server: it has not been handed to the network yet, as it happens
 * offline, behind others, or while its picture is prepared, or every try so far was answered with a
 * refusal. A try without an answer may have arrived, so that nothing else is promised.
 *
 * It is offered for one message, the last of them that was written: an offer below each of many would
 * push the conversation apart, and pull it together again as they leave.
 */
import { setUndoable } from '../stores/undoable.ts';

/** Time to think better of it, in ms. */
const UNDO_MS = 5_000;

interface Chance {
  timer: ReturnType<typeof setTimeout>;
  /** Tries that were handed to the network and not refused. */
  tries: number;
}

/** For one outbox. */
export function createUndos() {
  const chances = new Map<string, Chance>();

  const isPossible = (chance: Chance | undefined): boolean => chance?.tries === 0;

  const show = (): void =>
    setUndoable([...chances].findLast(([, chance]) => isPossible(chance))?.[0]);

  function end(key: string): void {
    clearTimeout(chances.get(key)?.timer);
    chances.delete(key);
    show();
  }

  function count(key: string, change: 1 | -1): void {
    const chance = chances.get(key);
    if (chance) chance.tries += change;
    show();
  }

  return {
    /** The message was written just now. */
    begin(key: string): void {
      chances.set(key, { timer: setTimeout(() => end(key), UNDO_MS), tries: 0 });
      show();
    },

    /** A try goes to the network. */
    handOver: (key: string) => count(key, 1),

    /** The server refused that try. */
    handBack: (key: string) => count(key, -1),

    /** Returns whether the message may be taken back, which can then be done once. */
    take(key: string): boolean {
      const isTaken = isPossible(chances.get(key));
      if (isTaken) end(key);
      return isTaken;
    },

    /** The message is no more in the outbox. */
    end,

    endAll(): void {
      for (const key of [...chances.keys()]) end(key);
    },
  };
}

export type Undos = ReturnType<typeof createUndos>;
