/** The notices that `notify.ts` requests, and their display. */
import type { ComponentType, ReactElement } from 'react';

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
export interface NoticeBoard {
  Toaster: ComponentType;
  show(notice: Notice): void;
  dismiss(id: string): void;
  clear(): void;
}
