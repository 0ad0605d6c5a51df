/**
 * What this person has marked for themselves alone, in every cache entry that shows the message: deleted, saved, or the
 * conversation cleared up to it. Answers of the server respect the marks, so only their number is kept: up to it, all
 * marks are applied to what is loaded.
 */
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { writeData } from '../cache/write.ts';
import type { Mark, MarksChange } from '../protocol/actions.ts';
import { type CursorParts, parseCursor } from '../protocol/changes.ts';
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { showChanged, showSaved } from './changes.ts';
import { getConversation } from './conversation.ts';
import { noteSummary } from './feed.ts';
import { listMessages } from './patches/conversation.ts';

const KEY = ['marks'] as const;

/** Up to which number all marks are known; null: nothing is known yet. */
export const getMarksCursor = (queryClient: QueryClient): CursorParts | null =>
  queryClient.getQueryData<CursorParts>(KEY) ?? null;

/**
 * Marks have come: by an event, or as the answer to a call of this window. Returns whether others before them are
 * missing.
 */
export function receiveMarks(
  queryClient: QueryClient,
  { marks, before, epoch, summary }: MarksChange,
): { isMissing: boolean } {
  const cursor = getMarksCursor(queryClient);
  const isNext = before !== undefined && cursor?.epoch === epoch && before <= cursor.number;
  const number = Math.max(0, ...marks.map((mark) => mark.number));
  notifyManager.batch(() => {
    showMarks(queryClient, marks);
    if (isNext) setCursor(queryClient, { epoch, number: Math.max(cursor.number, number) });
    const [first] = marks;
    if (summary && first) noteSummary(queryClient, first.userId, summary, epoch);
  });
  return { isMissing: !isNext && (cursor?.epoch !== epoch || number > cursor.number) };
}

/** A page of marks has come, with the cursor after them. */
export function takeMarks(
  queryClient: QueryClient,
  { marks, cursor }: { marks: readonly Mark[]; cursor: string },
): void {
  const next = parseCursor(cursor);
  notifyManager.batch(() => {
    showMarks(queryClient, marks);
    if (next) setCursor(queryClient, next);
  });
}

const setCursor = (queryClient: QueryClient, cursor: CursorParts): void =>
  writeData<CursorParts>(queryClient, KEY, cursor);

function showMarks(queryClient: QueryClient, marks: readonly Mark[]): void {
  for (const peerId of new Set(marks.map(({ userId }) => userId))) {
    const ofPeer = marks.filter(({ userId }) => userId === peerId);
    const gone = ofPeer.flatMap((mark) => listGone(queryClient, peerId, mark));
    if (gone.length > 0) showChanged(queryClient, peerId, gone.map(toTombstone));
    const saved = ofPeer.flatMap(({ messageId, saved }): [MessageId, boolean][] =>
      saved === undefined ? [] : [[messageId, saved]],
    );
    if (saved.length > 0) showSaved(queryClient, peerId, new Map(saved));
  }
}

/** The loaded messages that a mark takes away. Servers with changes have ids that sort by creation. */
function listGone(queryClient: QueryClient, peerId: UserId, mark: Mark): MessageId[] {
  if (!mark.clearedUpTo) return mark.deleted ? [mark.messageId] : [];
  const conversation = getConversation(queryClient, peerId);
  const loaded = conversation ? listMessages(conversation) : [];
  const ids = loaded.map(({ _id }) => _id).filter((id) => id <= mark.messageId);
  return [...new Set([...ids, mark.messageId])];
}

/** For this person alone: the message keeps its number. */
const toTombstone = (_id: MessageId): Message => ({
  _id,
  senderId: '',
  deleted: true,
  seen: true,
  createdAt: '',
});
