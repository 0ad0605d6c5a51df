/** The notices that `notify.ts` requests, and their display. */
import type { ComponentType, ReactElement } from 'react';
import { create } from 'zustand';

export type NoticeKind = 'blank' | 'error' | 'success' | 'loading' | 'custom';

export interface Notice {
  id: string;
  kind: NoticeKind;
  text: string;
  /** Kind `custom` only: shown before the text. */
  icon?: ReactElement | undefined;
  /** Kind `blank` only: a button takes back what the notice tells of. */
  onUndo?: (() => void) | undefined;
}

/** Shows a notice as soon as its `Toaster` is on the page, or removes it. */
interface NoticeBoard {
  Toaster: ComponentType;
  show(notice: Notice): void;
  dismiss(id: string): void;
  clear(): void;
}

/**
 * All notifications go through this module (spec sections 4 and 9). Calls are cheap: the display code is loaded with
 * the first one, and earlier ones wait. Section 4 requires all kinds, also those that the app does not use yet.
 */

let lastId = 0;
let waiting: Notice[] = [];
let isBoardAsked = false;

/** For the component that renders the notices. */
export const useBoard = create<NoticeBoard | null>(() => null);

/** Each shows a notification and returns its id. Durations are in `toaster.tsx`. */
export const notify = {
  /** With `onUndo` it has a button, and stays for as long as things can be taken back. */
  blank: (text: string, onUndo?: () => void) => add('blank', text, undefined, onUndo),
  error: (text: string) => add('error', text),
  /** What failed before has succeeded: an error that still stands would contradict it. */
  success: (text: string) => {
    dismissErrors();
    return add('success', text);
  },
  loading: (text: string) => add('loading', text),
  custom: (text: string, icon: ReactElement) => add('custom', text, icon),
  dismiss(id: string) {
    waiting = waiting.filter((notice) => notice.id !== id);
    useBoard.getState()?.dismiss(id);
  },
  /** Removes all: the person they were for is signed out. */
  clear() {
    waiting = [];
    useBoard.getState()?.clear();
  },
};

/** The texts of shown errors are their ids. */
const errors = new Set<string>();

function dismissErrors(): void {
  for (const id of errors) notify.dismiss(id);
  errors.clear();
}

function add(kind: NoticeKind, text: string, icon?: ReactElement, onUndo?: () => void): string {
  // Calls that fail for the same reason say so once, for its whole time anew.
  const id = kind === 'error' ? text : `notice-${++lastId}`;
  if (kind === 'error') errors.add(id);
  const notice: Notice = { id, kind, text, icon, onUndo };
  const board = useBoard.getState();
  if (board) {
    board.show(notice);
  } else {
    waiting.push(notice);
    loadBoard();
  }
  return notice.id;
}

function loadBoard() {
  if (isBoardAsked) return;
  isBoardAsked = true;
  import('./toaster.tsx').then(
    (board) => {
      for (const notice of waiting) board.show(notice);
      waiting = [];
      useBoard.setState(board, true);
    },
    () => {
      // Without a network it fails; the next notification retries, and then all are shown.
      isBoardAsked = false;
    },
  );
}
