/**
 * Asks two people's windows to catch up with a message that may not have been announced. At most once per interval:
 * otherwise a sender who repeats many messages would keep the other's windows fetching.
 */
import type { UserId } from '../../src/protocol/entities.ts';

const INTERVAL_MS = 5_000;

interface Doubtful {
  senderId: UserId;
  receiverId: UserId;
  /** The receiver must not be told. */
  hidden?: true;
}

export function createCatchUpNews(ask: (message: Doubtful) => void): (message: Doubtful) => void {
  /** Pairs that were asked recently, with a message since then. */
  const asked = new Map<string, Doubtful | undefined>();

  function askNow(message: Doubtful, pair: string): void {
    ask(message);
    asked.set(pair, undefined);
    setTimeout(endInterval, INTERVAL_MS, pair).unref();
  }

  function endInterval(pair: string): void {
    const message = asked.get(pair);
    asked.delete(pair);
    if (message) askNow(message, pair);
  }

  return (message) => {
    const pair = `${message.senderId} ${message.receiverId} ${message.hidden}`;
    if (asked.has(pair)) asked.set(pair, message);
    else askNow(message, pair);
  };
}
