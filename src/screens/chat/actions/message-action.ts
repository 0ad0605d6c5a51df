/** What an action on a message is. `list-actions.ts` has all of them in the order of the menu. */
import type { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { User } from '../../../protocol/entities.ts';
import type { drawIcon } from '../../../ui/icons/draw-icon.ts';
import type { Entry } from '../thread/thread.ts';

/** The message that is acted on, as it is now. */
export interface Subject {
  message: Entry;
  isOwn: boolean;
  me: User;
  peer: User;
}

export interface ActionTools {
  queryClient: QueryClient;
  /** Shows what an action asks or lists, such as a dialog, until it calls `close`. */
  show: (render: (close: () => void) => ReactElement) => void;
}

export interface MessageAction {
  id: string;
  label: string;
  icon: ReturnType<typeof drawIcon>;
  /** Each does it while the message has the focus, if shortcuts of a single key are on. */
  keys?: readonly string[];
  /** Also a button of the toolbar. */
  isInToolbar?: boolean;
  isDestructive?: boolean;
  isPossible: (subject: Subject) => boolean;
  run: (subject: Subject, tools: ActionTools) => void;
}
