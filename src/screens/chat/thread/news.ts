/** What comes to the end of a conversation while somebody has it open. */
import { useEffect, useState } from 'react';
import type { User } from '../../../protocol/entities.ts';
import { announce } from '../../../ui/announcer.ts';
import { texts } from './texts.ts';
import { type Entry, keyOf, type ThreadPage } from './thread.ts';

/** What stands newly at the end, and whether the view goes there; another object for each time. */
export interface News {
  /** `followed`: unless the reader is back in history. `near`: only from the very end. */
  move: 'followed' | 'near';
  added: readonly Entry[];
  /** Those of them that the other person wrote. */
  incoming: readonly Entry[];
}

/** From this many messages at a time on, their number is announced. */
const MANY = 4;

interface NewsOptions {
  history: readonly ThreadPage[];
  live: readonly Entry[];
  peer: User;
  isTyping: boolean;
}

/** What came last, and announces each message of the other person. What was there at the start is no news. */
export function useNews({ history, live, peer, isTyping }: NewsOptions): News | null {
  const collect = () => collectRecentKeys(history, live);
  const [known, setKnown] = useState(() => ({ history, live, isTyping, keys: collect() }));
  const [news, setNews] = useState<News | null>(null);
  const isSame = known.history === history && known.live === live;
  if (!isSame || known.isTyping !== isTyping) {
    setKnown({ history, live, isTyping, keys: isSame ? known.keys : collect() });
    const added = isSame ? [] : findNewEntries(known.keys, history, live);
    const incoming = added.filter((entry) => entry.senderId === peer._id);
    // Whoever writes here is taken to the end by that; what they write elsewhere is no reason to move them.
    if (added.length > 0) setNews({ move: 'followed', added, incoming });
    else if (isTyping && !known.isTyping) setNews({ move: 'near', added, incoming });
  }
  useEffect(() => {
    for (const entry of news?.incoming ?? []) announceEntry(entry, peer);
  }, [news, peer]);
  return news;
}

/** Each message once; several at a time as a number, since nobody could follow them read out. */
function announceEntry({ text }: Entry, { _id, fullName }: User): void {
  announce({
    kind: `messages ${_id}`,
    line: texts.announcement(fullName, text),
    summarise: (count) => texts.newMessagesFrom(count, fullName),
    summariseFrom: MANY,
  });
}

/** Keys of what may be followed by something new: the newest stored page and what came since. */
export function collectRecentKeys(
  history: readonly ThreadPage[],
  live: readonly Entry[],
): Set<string> {
  return new Set([...(history.at(-1)?.entries ?? []), ...live].map(keyOf));
}

/**
 * What is new since `known` was collected. Only what stands after something known counts: pages that
 * were merely cut anew bring older messages into reach, which are nobody's news.
 */
export function findNewEntries(
  known: ReadonlySet<string>,
  history: readonly ThreadPage[],
  live: readonly Entry[],
): Entry[] {
  const isKnown = (entry: Entry) => known.has(keyOf(entry));
  // Much at a time fills pages of its own.
  const from = history.findLastIndex(({ entries }) => entries.some(isKnown));
  const recent = [...history.slice(Math.max(0, from)).flatMap(({ entries }) => entries), ...live];
  return recent.slice(recent.findIndex(isKnown) + 1).filter((entry) => !isKnown(entry));
}
