/**
 * What happens in a conversation while it is open: new messages at its end, changes of others, and own ones that were not
 * sent.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OutgoingMessage } from '../../../conversation/entities.ts';
import type { User } from '../../../protocol/entities.ts';
import { announce } from '../../../ui/announcer.ts';
import { texts } from './texts.ts';
import { type Entry, keyOf, type ThreadPage } from './thread.ts';

/** New messages at the end, and whether the view follows; a new object each time. */
export interface News {
  /** `followed`: unless the reader is in the history. `near`: only at the very end. */
  move: 'followed' | 'near';
  added: readonly Entry[];
  /** The other person's messages among them. */
  incoming: readonly Entry[];
}

/** From this many messages at a time on, only their number is announced. */
const MANY = 4;

interface NewsOptions {
  history: readonly ThreadPage[];
  live: readonly Entry[];
  peer: User;
  isTyping: boolean;
}

/** Returns new messages, and announces the other person's. Those from the start are not announced. */
export function useNews({ history, live, peer, isTyping }: NewsOptions): News | null {
  const collect = () => collectRecentKeys(history, live);
  const [known, setKnown] = useState(() => ({ history, live, isTyping, keys: collect() }));
  const [news, setNews] = useState<News | null>(null);
  const isSame = known.history === history && known.live === live;
  if (!isSame || known.isTyping !== isTyping) {
    setKnown({ history, live, isTyping, keys: isSame ? known.keys : collect() });
    const added = isSame ? [] : findNewEntries(known.keys, history, live).filter(isShown);
    const incoming = added.filter((entry) => entry.senderId === peer._id);
    // A message written here moves the reader to the end; one written elsewhere is no reason.
    if (added.length > 0) setNews({ move: 'followed', added, incoming });
    else if (isTyping && !known.isTyping) setNews({ move: 'near', added, incoming });
  }
  const announceNews = useEffectEvent(() => {
    for (const entry of news?.incoming ?? []) announceEntry(entry, peer);
  });
  // Not again when the person's profile changes.
  useEffect(() => {
    if (news) announceNews();
  }, [news]);
  return news;
}

/** One that was deleted before it came is no news. */
const isShown = ({ deleted }: Entry): boolean => !deleted;

/** Each message once; several at a time as a number, since nobody could follow them all. */
function announceEntry({ text }: Entry, { _id, fullName }: User): void {
  announce({
    kind: `messages ${_id}`,
    line: texts.announcement(fullName, text),
    summarise: (count) => texts.newMessagesFrom(count, fullName),
    summariseFrom: MANY,
  });
}

/** Whether the view follows new messages. */
export function followsNews(
  { move }: Pick<News, 'move'>,
  reader: { isAwayFromEnd: boolean; isFollowing: boolean },
): boolean {
  return move === 'near' ? !reader.isAwayFromEnd : reader.isFollowing;
}

/** Keys after which something new may follow: the newest stored page and later messages. */
function collectRecentKeys(history: readonly ThreadPage[], live: readonly Entry[]): Set<string> {
  return new Set([...(history.at(-1)?.entries ?? []), ...live].map(keyOf));
}

/**
 * What is new since `known` was collected. Only entries after a known one count: pages that were merely cut differently
 * bring older messages into reach, which are not new.
 */
function findNewEntries(
  known: ReadonlySet<string>,
  history: readonly ThreadPage[],
  live: readonly Entry[],
): Entry[] {
  const isKnown = (entry: Entry) => known.has(keyOf(entry));
  // Many messages at a time fill their own pages.
  const from = history.findLastIndex(({ entries }) => entries.some(isKnown));
  const recent = [...history.slice(Math.max(0, from)).flatMap(({ entries }) => entries), ...live];
  return recent.slice(recent.findIndex(isKnown) + 1).filter((entry) => !isKnown(entry));
}

/** Announces that a message was not sent. Its row is mounted and unmounted with its page. */
export function useFailureNews(outbox: readonly OutgoingMessage[]): void {
  const known = useRef(outbox);
  useEffect(() => {
    const underWay = known.current.filter(({ state }) => state !== 'failed');
    known.current = outbox;
    for (const { key, state, reason } of outbox) {
      if (state !== 'failed' || !underWay.some((before) => before.key === key)) continue;
      announce({
        kind: 'not sent',
        line: texts.notSent(reason),
        summarise: texts.manyNotSent,
      });
    }
  }, [outbox]);
}

/** Announces what the other person does with messages that are loaded. Not while that person is blocked. */
export function useChangeNews(pages: readonly ThreadPage[], peer: User): void {
  const known = useRef(pages);
  useEffect(() => {
    const before = known.current;
    known.current = pages;
    if (peer.blocked) return;
    for (const line of describeChanges(before, pages, peer)) {
      announce({
        kind: `changes ${peer._id}`,
        line,
        summarise: (count) => texts.changed(count, peer.fullName),
        summariseFrom: MANY,
      });
    }
  }, [pages, peer]);
}

/** A sentence for each. Only pages that are not the same arrays as before are compared. */
export function describeChanges(
  before: readonly ThreadPage[],
  after: readonly ThreadPage[],
  { _id, fullName }: User,
): string[] {
  return after.flatMap(({ key, entries }) => {
    const page = before.find((one) => one.key === key)?.entries;
    if (!page || page === entries) return [];
    const known = new Map(page.map((entry) => [keyOf(entry), entry]));
    return entries.flatMap((entry) => {
      const old = known.get(keyOf(entry));
      if (!old || old === entry || old.deleted) return [];
      if (entry.deleted) return entry.senderId === _id ? [texts.theyDeleted(fullName)] : [];
      const isEdited = entry.senderId === _id && entry.text !== old.text;
      const emoji = entry.reactions?.[_id];
      return [
        ...(isEdited ? [texts.theyEdited(fullName, entry.text)] : []),
        ...(emoji === old.reactions?.[_id] ? [] : [texts.theyReacted(fullName, emoji, entry.text)]),
      ];
    });
  });
}
