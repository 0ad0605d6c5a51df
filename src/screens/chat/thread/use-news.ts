import { type RefObject, useRef } from 'react';
import type { User } from '../../../protocol/entities.ts';
import { announce } from '../../../ui/announcer.ts';
import { matchesMedia } from '../../../ui/matches-media.ts';
import { reducedMotion } from '../../../ui/media.ts';
import { findRow } from './find-row.ts';
import { collectRecentKeys, findNewEntries } from './new-entries.ts';
import type { News } from './reader-sight.ts';
import { texts } from './texts.ts';
import { type Entry, keyOf, type ThreadPage } from './thread.ts';

/** From this many messages at a time on, their number is announced. */
const MANY = 4;

interface NewsOptions {
  history: readonly ThreadPage[];
  live: readonly Entry[];
  peer: User;
  isTyping: boolean;
  threadRef: RefObject<HTMLElement | null>;
}

interface Seen {
  history: readonly ThreadPage[];
  live: readonly Entry[];
  keys: ReadonlySet<string>;
  isTyping: boolean;
}

/**
 * Tells what a commit brought to the end of the conversation, and lets it arrive: each new message
 * fades in, and the other person's are announced. What was there at the start is no news.
 */
export function useNews(): (options: NewsOptions) => News | null {
  const seen = useRef<Seen>(null);
  return (options) => {
    const before = seen.current;
    const { history, live, isTyping } = options;
    const isSame = before?.history === history && before.live === live;
    if (isSame && before.isTyping === isTyping) return null;
    const keys = isSame ? before.keys : collectRecentKeys(history, live);
    seen.current = { history, live, keys, isTyping };
    if (!before) return null;

    const added = isSame ? [] : findNewEntries(before.keys, history, live);
    for (const entry of added) fadeIn(options.threadRef.current, keyOf(entry));
    const incoming = added.filter((entry) => entry.senderId === options.peer._id);
    for (const entry of incoming) announceEntry(entry, options.peer);
    // Whoever writes here is taken to the end by that; what they write elsewhere is no reason to move them.
    if (added.length > 0) return { move: 'followed', count: incoming.length };
    return isTyping && !before.isTyping ? { move: 'near', count: 0 } : null;
  };
}

function fadeIn(thread: HTMLElement | null, key: string): void {
  if (matchesMedia(reducedMotion)) return;
  findRow(thread, key)?.animate([{ opacity: 0, transform: 'translateY(6px)' }, {}], {
    duration: 170,
    easing: 'cubic-bezier(.2, .9, .25, 1)',
  });
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
