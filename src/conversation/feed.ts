/**
 * How far this window knows the changes of a conversation (extension `changes`). Its cursor stands at the number up to
 * which all changes are in the loaded part. A row is shown as soon as it comes, since it replaces only an earlier version
 * of itself; the cursor passes its number only when all changes before it have come as well. Until then the step is
 * pending, and `realtime/changes.ts` fetches what is missing.
 */
import type { QueryClient } from '@tanstack/react-query';
import { writeData } from '../cache/write.ts';
import { showSent } from '../pictures/retained-pictures.ts';
import {
  type CursorParts,
  type Known,
  type KnownState,
  parseCursor,
  type Summary,
} from '../protocol/changes.ts';
import type { Message, MessageId, Quote, UserId } from '../protocol/entities.ts';
import { publishQuote, publishRows } from '../stores/message-events.ts';
import type { MessageList } from './entities.ts';
import { messageKeys } from './message-keys.ts';
import { mapQuotes, quoteOf } from './patches/changed-message.ts';
import { mergeQuote } from './patches/merge-quote.ts';

/** A change: the number before it and its own. Both the same: the server has announced changes up to this number. */
export interface Step {
  before: number;
  change: number;
}

export interface Feed {
  /** Undefined before the first page has arrived. */
  cursor?: CursorParts;
  /** The epoch of what has come before the first page. */
  epoch?: string;
  /** Steps above the cursor, of which something before them is missing. */
  pending: readonly Step[];
  /** The newest summary; `realtime/changes.ts` applies it. */
  summary?: Summary;
  /** The greatest version of a summary, and its epoch. The event of a message has only this version. */
  summaryVersion?: { version: number; epoch: string | undefined };
  /**
   * The quotes of messages that were edited or deleted, loaded or not, the latest last: a reply may come from an answer
   * or event that the server wrote before the edit or deletion.
   */
  quotes?: Readonly<Record<MessageId, Quote>>;
}

/** The server does not list more changes than this one by one either. */
const MAX_QUOTES = 500;

const NOTHING: Feed = { pending: [] };

/** No server has this epoch, so each answers its cursors with `reset`. */
const NO_EPOCH = '0'.repeat(16);

/**
 * A step that no cursor reaches, so the server is asked; it answers a cursor of another epoch with `reset`. Each is a
 * new object: an answer ends only the doubts that were there when it was requested.
 */
const makeDoubt = (): Step => reach(Number.MAX_SAFE_INTEGER);

const isDoubt = ({ before }: Step): boolean => before === Number.MAX_SAFE_INTEGER;

export const getFeed = (queryClient: QueryClient, peerId: UserId): Feed =>
  queryClient.getQueryData<Feed>(messageKeys.feed(peerId)) ?? NOTHING;

function changeFeed(queryClient: QueryClient, peerId: UserId, change: (feed: Feed) => Feed): void {
  const before = getFeed(queryClient, peerId);
  const after = change(before);
  if (after !== before) writeData<Feed>(queryClient, messageKeys.feed(peerId), after);
}

/** Whether a message with this change may be missing in the loaded part. */
export function isNews(
  queryClient: QueryClient,
  peerId: UserId,
  { change }: Pick<Message, 'change'>,
): boolean {
  const { cursor } = getFeed(queryClient, peerId);
  return cursor === undefined || change === undefined || change > cursor.number;
}

/**
 * A change has come. Without `before`, the change is from the answer to a repeated call, and may follow any number.
 * Without `epoch`, it belongs to the epoch of the cursor.
 */
export function recordStep(
  queryClient: QueryClient,
  peerId: UserId,
  {
    before,
    change,
    epoch,
  }: { before?: number | undefined; change?: number | undefined; epoch?: string | undefined },
): void {
  if (change === undefined) return;
  changeFeed(queryClient, peerId, (feed) => {
    if (epoch !== undefined && isOther(feed, epoch)) return endEpoch(feed);
    const heard = feed.cursor || epoch === undefined ? feed : { ...feed, epoch };
    return addStep(heard, { before: before ?? change, change });
  });
}

/** Something of another epoch has come, or what is loaded is to be replaced. */
export const leaveEpoch = (queryClient: QueryClient, peerId: UserId): void =>
  changeFeed(queryClient, peerId, endEpoch);

function isOther({ cursor, epoch }: Feed, other: string): boolean {
  const known = cursor?.epoch ?? epoch;
  return known !== undefined && known !== other;
}

/**
 * What has come may be of two epochs, whose numbers cannot be compared: the conversation has to begin again, and quotes of
 * an earlier epoch must not change later rows.
 */
function endEpoch({ quotes: _, ...feed }: Feed): Feed {
  if (!feed.cursor) return { ...feed, epoch: NO_EPOCH };
  return addStep({ ...feed, cursor: { epoch: NO_EPOCH, number: 0 } }, makeDoubt());
}

/**
 * A page has come. If it is older than the cursor, it misses changes that were not applied to it, since it was not
 * loaded: so the cursor goes back. That is always right, since rows are replaced only by later versions. The same is true
 * of pending steps after the page: the cursor must not pass them without a fetch.
 */
export function recordPage(
  queryClient: QueryClient,
  peerId: UserId,
  { cursor: written, summary }: Known,
): void {
  const page = parseCursor(written);
  if (!page) return;
  recordSummary(queryClient, peerId, summary, page.epoch);
  changeFeed(queryClient, peerId, (feed) => {
    const { cursor = page, pending } = feed;
    if (isOther(feed, page.epoch)) return endEpoch({ ...feed, cursor });
    const isOlder = page.number < cursor.number;
    if (isOlder || pending.some(({ change }) => change > page.number)) {
      return { ...feed, cursor: isOlder ? page : cursor, pending: [makeDoubt()] };
    }
    return advance({ ...feed, cursor, pending: [...pending, reach(page.number)] });
  });
}

/** The server has announced how far the changes go. */
export function recordCursor(
  queryClient: QueryClient,
  peerId: UserId,
  { cursor, summary }: Known,
): void {
  const parts = parseCursor(cursor);
  if (!parts) return;
  recordSummary(queryClient, peerId, summary, parts.epoch);
  if (!getFeed(queryClient, peerId).cursor) return;
  recordStep(queryClient, peerId, { change: parts.number, epoch: parts.epoch });
}

/** The changes since `from` have come, up to `number`. `asked`: the feed when they were requested. */
export function recordChanges(
  queryClient: QueryClient,
  peerId: UserId,
  { asked, upTo }: { asked: Feed; upTo: CursorParts },
): void {
  changeFeed(queryClient, peerId, (feed) => {
    const { cursor } = feed;
    // A page that came meanwhile has moved the cursor back: this answer begins after it.
    const isWhole = cursor && asked.cursor && cursor.number >= asked.cursor.number;
    const next = isWhole && upTo.number > cursor.number ? upTo : cursor;
    // The answer has all that was heard of before it was requested.
    const pending = feed.pending.filter((step) => !asked.pending.includes(step));
    return advance({ ...feed, ...(next && { cursor: next }), pending });
  });
}

/** Takes a summary if it is later than what is known. */
export function recordSummary(
  queryClient: QueryClient,
  peerId: UserId,
  summary: Summary,
  epoch: string,
): void {
  const { version } = summary;
  changeFeed(queryClient, peerId, (feed) =>
    isLaterVersion(feed, version, epoch)
      ? { ...feed, summary, summaryVersion: { version, epoch } }
      : feed,
  );
}

/** The version of the summary that a message makes. Returns false if a summary has come that counts it already. */
export function recordVersion(
  queryClient: QueryClient,
  peerId: UserId,
  version: number,
  epoch: string | undefined,
): boolean {
  if (!isLaterVersion(getFeed(queryClient, peerId), version, epoch)) return false;
  changeFeed(queryClient, peerId, (feed) => ({ ...feed, summaryVersion: { version, epoch } }));
  return true;
}

const isLaterVersion = (
  { summaryVersion }: Feed,
  version: number,
  epoch: string | undefined,
): boolean => !summaryVersion || summaryVersion.epoch !== epoch || version > summaryVersion.version;

/** Makes this window ask the server for changes, whatever has come. */
export const doubtFeed = (queryClient: QueryClient, peerId: UserId): void =>
  changeFeed(queryClient, peerId, (feed) => addStep(feed, makeDoubt()));

/**
 * Every message from the server passes through here, as it was when the server wrote the answer or event. Ends the
 * unsent messages that are among them. Stores the quotes of those that were edited or deleted. Returns the messages with the
 * latest quotes that this window knows.
 */
export function takeRows(
  queryClient: QueryClient,
  peerId: UserId,
  messages: MessageList,
): MessageList {
  publishRows({ queryClient, peerId, messages });
  for (const { replyTo } of messages) {
    if (replyTo?._id !== undefined) quotedIn(queryClient).add(replyTo._id);
  }
  const shown = messages.map((message) => showSent(peerId, message));
  const changed = messages.filter(({ deleted, version }) => deleted || version !== undefined);
  if (changed.length > 0) recordQuotes(queryClient, peerId, changed.map(quoteOf));
  const { quotes } = getFeed(queryClient, peerId);
  return quotes ? mapQuotes(shown, ({ _id = '' }) => quotes[_id]) : shown;
}

/** Like `takeRows`, for a page stored on this device: its quotes are dropped when its epoch ends. */
export function takeStored(
  queryClient: QueryClient,
  peerId: UserId,
  messages: MessageList,
  known: KnownState | undefined,
): MessageList {
  const shown = takeRows(queryClient, peerId, messages);
  const cursor = known && parseCursor(known.cursor);
  if (cursor) recordStep(queryClient, peerId, { change: cursor.number, epoch: cursor.epoch });
  return shown;
}

/** Messages with a reply that this window has met: only for these are the replies looked for. */
const quoted = new WeakMap<QueryClient, Set<MessageId>>();

function quotedIn(queryClient: QueryClient): Set<MessageId> {
  const known = quoted.get(queryClient) ?? new Set();
  quoted.set(queryClient, known);
  return known;
}

export const isQuoted = (queryClient: QueryClient, { _id }: Message): boolean =>
  quotedIn(queryClient).has(_id);

function recordQuotes(queryClient: QueryClient, peerId: UserId, news: readonly Quote[]): void {
  changeFeed(queryClient, peerId, (feed) => {
    const quotes = new Map(Object.entries(feed.quotes ?? {}));
    for (const quote of news) {
      const { _id = '' } = quote;
      const known = quotes.get(_id);
      quotes.delete(_id);
      quotes.set(_id, known ? mergeQuote(known, quote) : quote);
    }
    return { ...feed, quotes: Object.fromEntries([...quotes].slice(-MAX_QUOTES)) };
  });
  for (const quote of news) publishQuote({ peerId, quote });
}

const reach = (number: number): Step => ({ before: number, change: number });

function addStep(feed: Feed, step: Step): Feed {
  // Without a cursor it matters only how far the first page has to reach.
  const upTo = feed.cursor?.number ?? feed.pending[0]?.change ?? 0;
  if (step.change <= upTo) return feed;
  if (!feed.cursor) return { ...feed, pending: [step] };
  const isRepeat = feed.pending.some(
    ({ before, change }) => before === step.before && change === step.change && !isDoubt(step),
  );
  return isRepeat ? feed : advance({ ...feed, pending: [...feed.pending, step] });
}

/** Moves the cursor over the pending steps that follow it without a gap. */
function advance(feed: Feed): Feed {
  if (!feed.cursor) return feed;
  let { number } = feed.cursor;
  const pending: Step[] = [];
  for (const step of feed.pending.toSorted((a, b) => a.change - b.change)) {
    if (step.before > number) pending.push(step);
    else number = Math.max(number, step.change);
  }
  return { ...feed, cursor: { ...feed.cursor, number }, pending };
}
