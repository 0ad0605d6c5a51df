/**
 * Places in the browser's history: the list, above it the conversations that were opened one after
 * another, and above each what stands over it (a picture, the search, a dialog). An address tells
 * whose conversation is open, `/?with=USERID`, and navigation writes the selection.
 *
 * Back closes the topmost thing that is open. From a conversation it leads to the one before and at
 * last to the list, as pages of a site do; on a small screen to the list at once. It leaves the app
 * only from the list.
 */
import type { RouterHistory } from '@tanstack/react-router';
import type { UserId } from '../protocol/entities.ts';
import { clearSelection, getSelectedUserId, selectUser } from '../stores/selection.ts';
import { matchesMedia } from '../ui/matches-media.ts';
import { small } from '../ui/media.ts';
import { findPeer, toAddress } from './conversation-address.ts';
import { selectByAddress } from './select-by-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What stands over the screen, the topmost last. Each has a place of its own. */
    overlays?: readonly number[];
    /** In a conversation: index of the list's place, which lies below it. */
    listAt?: number;
  }
}

/** Conversations above the list that Back goes through; the next one takes the place of the last. */
const MAX_CONVERSATIONS = 20;
/** A step within the app takes a few ms. */
const MAX_STEP_MS = 500;

type Location = RouterHistory['location'];

const followed = new WeakSet<RouterHistory>();

/** What is open over the screen. What has closed keeps its place until that is passed or taken over. */
const open = new Map<number, () => void>();

/** Steps through the history take effect later. What is asked for meanwhile waits for them. */
let isStepping = false;
let waiting: (() => void)[] = [];
/** Ends that waiting for a step that the browser does not take. */
let timer: ReturnType<typeof setTimeout> | undefined;
/** The list is being put below a conversation. */
let isInserting = false;

/** Keeps the selection and what is open in accord with the place in the history, from now on. */
export function followHistory(history: RouterHistory): void {
  if (followed.has(history)) return;
  followed.add(history);
  let before = history.location;
  history.subscribe(({ location, action }) => {
    if (isInserting) return;
    const from = before;
    before = location;
    if (action.type !== 'PUSH' && action.type !== 'REPLACE') isStepping = false;
    // A step that was blocked.
    if (from.state.__TSR_key === location.state.__TSR_key) return;
    const rest = action.type === 'BACK' ? findTarget(from) - indexOf(location) : 0;
    if (rest < 0 && indexOf(location) + rest >= 0) step(history, rest);
    else {
      arrive(location);
      // Out of the app, where nothing is open any more.
      if (rest < 0) history.go(rest);
    }
    if (!isStepping) goOn();
  });
}

/**
 * Call it when the chat home is there. A conversation that was opened by its address has the list below it then. An
 * address whose conversation is not open is of the account that was here before.
 */
export function settle(history: RouterHistory): void {
  if (getSelectedUserId() !== null) putListBelow(history);
  else if (findPeer(history.location) !== null) history.replace(`/${history.location.hash}`);
}

function arrive(location: Location): void {
  const { overlays = [] } = location.state;
  for (const [overlay, close] of open) {
    if (overlays.includes(overlay)) continue;
    open.delete(overlay);
    close();
  }
  selectByAddress(location);
}

/** Where Back leads from a place: below the topmost thing there that is open. */
function findTarget({ state }: Location): number {
  const { overlays = [], listAt, __TSR_index: index } = state;
  const base = index - overlays.length;
  const topmost = overlays.findLastIndex((overlay) => open.has(overlay));
  if (topmost >= 0) return base + topmost;
  return listAt !== undefined && matchesMedia(small) ? listAt : base - 1;
}

/** Opens a conversation, over the list or the one before. */
export function openConversation(history: RouterHistory, peerId: UserId): void {
  whenArrived(() => {
    putListBelow(history);
    const { location } = history;
    if (findPeer(location) === peerId) {
      selectUser(peerId);
      return;
    }
    const { overlays = [] } = location.state;
    const index = indexOf(location);
    const { listAt = index - overlays.length } = location.state;
    const isFull = index - listAt >= (matchesMedia(small) ? 1 : MAX_CONVERSATIONS);
    // What stood over the screen closes with it, and leaves its place.
    const enter = overlays.length > 0 || isFull ? history.replace : history.push;
    enter(toAddress(peerId) + location.hash, { listAt });
    history.flush();
  });
}

/** Returns to the list. */
export function leaveConversation(history: RouterHistory): void {
  whenArrived(() => {
    const { location } = history;
    if (findPeer(location) === null) return;
    const { listAt } = location.state;
    clearSelection();
    if (listAt === undefined) history.replace(`/${location.hash}`);
    else step(history, listAt - indexOf(location));
  });
}

function putListBelow(history: RouterHistory): void {
  const { href, state, hash } = history.location;
  if (findPeer(history.location) === null || state.listAt !== undefined) return;
  isInserting = true;
  history.replace(`/${hash}`);
  history.flush();
  isInserting = false;
  history.push(href, { listAt: indexOf(history.location) });
  history.flush();
}

/**
 * Gives what has opened over the screen a place: `close` is called when Back, or whatever else leaves
 * the place, takes it away. Returns what is to be called when it has closed by itself.
 */
export function enterOverlay(history: RouterHistory, close: () => void): () => void {
  // A count would begin anew with a reload, and the places from before it are still there.
  const overlay = Math.random();
  let isClosed = false;
  whenArrived(() => {
    if (isClosed) return;
    const { href, state } = history.location;
    const { overlays = [] } = state;
    // In the place of what has closed, if that is the last.
    const isCovered = open.has(overlays.at(-1) ?? Number.NaN);
    const below = isCovered ? overlays : overlays.slice(0, -1);
    const enter = below.length < overlays.length ? history.replace : history.push;
    open.set(overlay, close);
    enter(href, { ...state, overlays: [...below, overlay] });
    history.flush();
  });
  return () => {
    isClosed = true;
    open.delete(overlay);
  };
}

function step(history: RouterHistory, delta: number): void {
  isStepping = true;
  clearTimeout(timer);
  timer = setTimeout(() => {
    isStepping = false;
    goOn();
  }, MAX_STEP_MS);
  history.go(delta);
}

function whenArrived(act: () => void): void {
  if (isStepping) waiting.push(act);
  else act();
}

function goOn(): void {
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
}

const indexOf = ({ state }: Location): number => state.__TSR_index;
