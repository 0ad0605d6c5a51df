/**
 * Which messages can still be taken back. This is offered for a short time after Send, and only while nothing of the
 * message can be on the server: it has not been passed to the network yet (offline, after other messages, or while its
 * picture is prepared), or every try so far was refused. A try without an answer may have arrived, so undo is not
 * offered then.
 *
 * It is offered for one message only, the last one written: an offer below each of many messages would move the
 * conversation apart and together again.
 */
import { setUndoable } from '../stores/undoable.ts';

/** Time for an undo, in ms. */
const UNDO_MS = 5_000;

interface Chance {
  timer: ReturnType<typeof setTimeout>;
  /** Tries passed to the network and not refused. */
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

    /** A try is passed to the network. */
    handOver: (key: string) => count(key, 1),

    /** The server has refused that try. */
    handBack: (key: string) => count(key, -1),

    /** Returns whether the message may be taken back; true only once. */
    take(key: string): boolean {
      const isTaken = isPossible(chances.get(key));
      if (isTaken) end(key);
      return isTaken;
    },

    /** The message is not in the outbox any more. */
    end,

    endAll(): void {
      for (const key of [...chances.keys()]) end(key);
    },
  };
}

export type Undos = ReturnType<typeof createUndos>;
