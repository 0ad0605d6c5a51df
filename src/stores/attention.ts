/** What the person looks at. The chat is looked at while its window is visible, has the focus, and shows it. */
import type { Message, MessageId, UserId } from '../protocol/entities.ts';
import { getSelectedUserId } from './selection.ts';

/** Another screen is shown instead. */
let isCovered = false;
const coverings = new EventTarget();

export const isLookedAt = (): boolean =>
  !isCovered && document.visibilityState === 'visible' && document.hasFocus();

/** Whether this conversation is open and looked at. */
export const isAttended = (peerId: UserId): boolean =>
  getSelectedUserId() === peerId && isLookedAt();

/** Calls back whenever that may have changed. Returns a function that unsubscribes. */
export function subscribeLooks(listener: () => void): () => void {
  const life = new AbortController();
  const { signal } = life;
  window.addEventListener('focus', listener, { signal });
  window.addEventListener('blur', listener, { signal });
  document.addEventListener('visibilitychange', listener, { signal });
  coverings.addEventListener('change', listener, { signal });
  return () => life.abort();
}

/** Calls back each time the person returns to the chat. Returns a function that unsubscribes. */
export const subscribeAttention = (listener: () => void): (() => void) =>
  subscribeLooks(() => {
    if (isLookedAt()) listener();
  });

/** An effect for a screen that replaces the chat: the open conversation is not being read. */
export function coverChat(): () => void {
  setCovered(true);
  return () => setCovered(false);
}

function setCovered(covered: boolean): void {
  isCovered = covered;
  coverings.dispatchEvent(new Event('change'));
}

// How far the open conversation is in view in this window.

interface InView {
  peerId: UserId;
  /** The other person's newest message in view or above it; null: none. */
  upTo: MessageId | null;
}

let inView: InView | null = null;

export function setInView(peerId: UserId, upTo: MessageId | null): void {
  inView = { peerId, upTo };
}

/** The conversation’s messages are not on the screen any more. */
export function clearInView(peerId: UserId): void {
  if (inView?.peerId === peerId) inView = null;
}

/** Null: its messages are not on the screen (yet). */
export const getInView = (peerId: UserId): InView | null =>
  inView?.peerId === peerId ? inView : null;

// The reader's place in each conversation left above its end, for the life of this window.

interface SavedPlace {
  /** The topmost message in view. */
  message: Message;
  /** Its upper edge, in px below that of the view. */
  top: number;
}

const places = new Map<UserId, SavedPlace>();

export const getReaderPlace = (peerId: UserId): SavedPlace | undefined => places.get(peerId);

/** Null: at the end. */
export function saveReaderPlace(peerId: UserId, place: SavedPlace | null): void {
  if (place) places.set(peerId, place);
  else places.delete(peerId);
}

/** Messages below an unread line to which the reader never came, by person. */
const unreached = new Map<UserId, number>();

export const getUnreached = (peerId: UserId): number => unreached.get(peerId) ?? 0;

export function saveUnreached(peerId: UserId, count: number): void {
  if (count > 0) unreached.set(peerId, count);
  else unreached.delete(peerId);
}

export function clearReaderPlaces(): void {
  places.clear();
  unreached.clear();
}
