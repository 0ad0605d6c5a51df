/**
 * Asks two people's windows to catch up with a message that may not have been announced. At most once per interval:
 * otherwise a sender who repeats many messages would keep the other's windows fetching.
 */
import type { UserId } from '../../src/protocol/entities.ts';

const INTERVAL_MS = 5_000;

interface Doubtful {
  senderId: UserId;
  receiverId: UserId;
  createdAt: number;
  sortsAt?: number;
  /** The receiver must not be told. */
  hidden?: true;
}

const placeOf = ({ createdAt, sortsAt }: Doubtful): number => sortsAt ?? createdAt;

/** `since` is the place of the earliest message. */
type Ask = (
  doubt: Pick<Doubtful, 'senderId' | 'receiverId' | 'hidden'> & { since: number },
) => void;

export function createCatchUpNews(ask: Ask): (message: Doubtful) => void {
  /** Pairs that were asked recently, with the earliest message since then. */
  const asked = new Map<string, Doubtful | undefined>();

  function askNow(message: Doubtful, pair: string): void {
    ask({ ...message, since: placeOf(message) });
    asked.set(pair, undefined);
    setTimeout(endInterval, INTERVAL_MS, pair).unref();
  }

  function endInterval(pair: string): void {
    const earliest = asked.get(pair);
    asked.delete(pair);
    if (earliest) askNow(earliest, pair);
  }

  return (message) => {
    const pair = `${message.senderId} ${message.receiverId} ${message.hidden}`;
    if (!asked.has(pair)) return askNow(message, pair);
    const earliest = asked.get(pair) ?? message;
    asked.set(pair, placeOf(message) < placeOf(earliest) ? message : earliest);
  };
}
