/**
 * Stores for the next start what this one shows: the own account, the people with unseen counts, and the newest page of
 * each opened conversation, also with later messages. Writes the account and the people as soon as they are known, later
 * changes after some time, and at once when the page is hidden. Deleted messages are deleted here at once.
 */
import type { QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { getConversation } from '../conversation/conversation.ts';
import { getFeed } from '../conversation/feed.ts';
import { getUsers } from '../people/users.ts';
import { formatCursor } from '../protocol/changes.ts';
import type { UserId } from '../protocol/entities.ts';
import { getMe } from '../session/auth.ts';
import { subscribeDeletions } from '../stores/deletions.ts';
import { getSelectedUserId, subscribeSelection } from '../stores/selection.ts';
import { getToken } from '../stores/session.ts';
import { getUnseenCounts, subscribeUnseen } from '../stores/unseen.ts';
import { keepOnly } from './entries.ts';
import { fitPage, fitPeople } from './fit.ts';
import { eraseMessage, writeMe, writePage, writePeople, writeUnseen } from './write-entries.ts';

/** Changes within this time share one write, in ms. */
const DELAY_MS = 1_000;
/** The list of people is long, and changes often. */
const PEOPLE_DELAY_MS = 5_000;

/** Runs until `signal` is aborted at the end of the session. */
export function keepForNextStart(queryClient: QueryClient, signal: AbortSignal): void {
  const token = getToken();
  if (token === null || signal.aborted) return;
  const writes = createDelayedWrites();
  const opened = new Set<UserId>();
  /** The server may be gone before the next change: the first write does not wait. */
  let peopleDelayMs = 0;

  const keepMe = () => {
    const me = getMe(queryClient);
    const [fitting] = fitPeople(me ? [me] : []);
    if (fitting) void writeMe(token, fitting);
  };
  const keepPeople = () => {
    const people = getUsers(queryClient);
    if (!people) return;
    peopleDelayMs = PEOPLE_DELAY_MS;
    void writePeople(token, fitPeople(people));
  };
  const keepUnseen = () => void writeUnseen(token, [...getUnseenCounts()]);
  const noteUnseen = () => writes.schedule('unseen', DELAY_MS, keepUnseen);
  const keepPage = (peerId: UserId) => () => {
    const conversation = getConversation(queryClient, peerId);
    if (!conversation) return;
    const { cursor, summary } = getFeed(queryClient, peerId);
    const held = cursor && { cursor: formatCursor(cursor), turn: summary?.turn ?? 0 };
    void writePage(token, peerId, { ...fitPage(peerId, conversation), ...(held && { held }) });
  };

  function noteChange([subject, part]: readonly unknown[]): void {
    if (subject === 'auth' && part === 'me') writes.schedule('me', 0, keepMe);
    else if (subject === 'users' && part === 'list') {
      writes.schedule('people', peopleDelayMs, keepPeople);
    } else if (subject === 'messages' && typeof part === 'string' && opened.has(part)) {
      notePage(part);
    }
  }

  const notePage = (peerId: UserId) =>
    writes.schedule(`page/${peerId}`, DELAY_MS, keepPage(peerId));

  /** Prefetched data does not change when the conversation is opened. */
  function noteOpening(peerId: UserId | null): void {
    if (peerId === null) return;
    opened.add(peerId);
    notePage(peerId);
  }

  function handleCacheEvent(event: QueryCacheNotifyEvent): void {
    const isWritten = event.type === 'updated' && event.action.type === 'success';
    if (isWritten) noteChange(event.query.queryKey);
  }

  const handleSight = () => {
    if (document.visibilityState === 'hidden') writes.flush();
  };

  // Deletes entries of sessions that ended while no window was open.
  void keepOnly(token);
  noteOpening(getSelectedUserId());
  const stopSelection = subscribeSelection(noteOpening);
  const stopDeletions = subscribeDeletions((deletion) => void eraseMessage(token, deletion));
  noteUnseen();
  const stopUnseen = subscribeUnseen(noteUnseen);
  for (const { queryKey } of queryClient.getQueryCache().getAll()) noteChange(queryKey);
  const stop = queryClient.getQueryCache().subscribe(handleCacheEvent);
  document.addEventListener('visibilitychange', handleSight);
  signal.addEventListener('abort', () => {
    stop();
    stopSelection();
    stopUnseen();
    stopDeletions();
    document.removeEventListener('visibilitychange', handleSight);
    writes.drop();
  });
}

interface DelayedWrite {
  timer: ReturnType<typeof setTimeout>;
  write: () => void;
}

/** Delayed writes by name; each name waits once. */
function createDelayedWrites() {
  const waiting = new Map<string, DelayedWrite>();

  function finish(name: string): void {
    const one = waiting.get(name);
    waiting.delete(name);
    clearTimeout(one?.timer);
    one?.write();
  }

  return {
    schedule(name: string, delayMs: number, write: () => void): void {
      if (waiting.has(name)) return;
      waiting.set(name, { write, timer: setTimeout(finish, delayMs, name) });
    },
    flush(): void {
      for (const name of [...waiting.keys()]) finish(name);
    },
    drop(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
