/**
 * Entries of the browser's history: the list, above it the opened conversations in order, and above each what is open
 * over it (a picture, the search, a dialog). The address names the open conversation, `/?with=USERID`, and navigation
 * sets the selection.
 *
 * Back closes the topmost open thing. From a conversation it leads to the previous one and finally to the list, like
 * pages of a site; on a small screen directly to the list. It leaves the app only from the list.
 */
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { UserId } from '../protocol/entities.ts';
import { clearSelection, getSelectedUserId, selectUser } from '../stores/selection.ts';
import { matchesMedia, small } from '../ui/media.ts';
import { findPeer, toAddress } from './conversation-address.ts';
import { selectByAddress } from './select-by-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open over the screen, topmost last. Each has its own history entry. */
    overlays?: readonly number[];
    /** In a conversation: index of the list's entry below it. */
    listAt?: number;
  }
}

/** Conversations above the list that Back goes through; the next one replaces the last. */
const MAX_CONVERSATIONS = 20;
/** A step within the app takes a few ms. */
const MAX_STEP_MS = 500;

type Location = RouterHistory['location'];

const followed = new WeakSet<RouterHistory>();

/** What is open over the screen. A closed thing keeps its entry until that is passed or reused. */
const open = new Map<number, () => void>();

/** Steps through the history take effect later. Later requests wait for them. */
let isStepping = false;
let waiting: (() => void)[] = [];
/** Ends the wait for a step that the browser does not take. */
let timer: ReturnType<typeof setTimeout> | undefined;
/** The list is being inserted below a conversation. */
let isInserting = false;

/** Keeps the selection and the open things in sync with the history entry from now on. */
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
      // Out of the app, if nothing is open any more.
      if (rest < 0) history.go(rest);
    }
    if (!isStepping) goOn();
  });
}

/**
 * Call it when the chat home is shown. A conversation opened by its address then gets the list below it. An address
 * whose conversation is not open belongs to the previous account.
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

/** Where Back leads from an entry: below its topmost open thing. */
function findTarget({ state }: Location): number {
  const { overlays = [], listAt, __TSR_index: index } = state;
  const base = index - overlays.length;
  const topmost = overlays.findLastIndex((overlay) => open.has(overlay));
  if (topmost >= 0) return base + topmost;
  return listAt !== undefined && matchesMedia(small) ? listAt : base - 1;
}

/** Opens a conversation, over the list or the previous one. */
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
    // Things over the screen close with it, and leave their entries.
    const enter = overlays.length > 0 || isFull ? history.replace : history.push;
    enter(toAddress(peerId) + location.hash, { listAt });
    history.flush();
  });
}

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
 * Adds a history entry for something over the screen: `close` is called when Back, or another navigation, removes it.
 * Returns a function to call when it has closed by itself.
 */
export function enterOverlay(history: RouterHistory, close: () => void): () => void {
  // A counter would restart after a reload, while older entries are still there.
  const overlay = Math.random();
  let isClosed = false;
  whenArrived(() => {
    if (isClosed) return;
    const { href, state } = history.location;
    const { overlays = [] } = state;
    // Reuses the entry of a closed thing, if it is the last.
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

/** The browser's Back closes what is open over the screen, and not the screen itself. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { history } = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    return enterOverlay(history, () => close());
  }, [history, isOpen]);
}
