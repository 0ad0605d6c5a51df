/** All shortcuts of the app, for the sheet of `?`. */
import type { Feature } from '../../protocol/events.ts';
import { isApple } from '../../ui/command-keys.ts';

export interface Shortcut {
  /** Each entry is one alternative; its keys are pressed together. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys: readonly (readonly string[])[];
  does: string;
  /** Said on a Mac, where the system uses these keys in text fields. */
  isOutsideText?: boolean;
  /** It exists only if the server has announced this. */
  feature?: Feature;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: [['?']], does: 'Show this list' },
      { keys: [['Mod', 'K']], does: 'Go to a person' },
      {
        keys: [
          ['Alt', 'Up'],
          ['Alt', 'Down'],
        ],
        does: 'Previous or next person',
        isOutsideText: true,
      },
      {
        keys: [
          ['Alt', 'Shift', 'Up'],
          ['Alt', 'Shift', 'Down'],
        ],
        does: 'Same, unread only',
        isOutsideText: true,
      },
      { keys: [['/']], does: 'Search people' },
      { keys: [['Esc']], does: 'Close, clear the search, or go back' },
    ],
  },
  {
    title: 'In the list',
    shortcuts: [
      { keys: [['Up'], ['Down']], does: 'Move' },
      { keys: [['Home'], ['End']], does: 'First or last person' },
      { keys: [['Enter']], does: 'Open the conversation' },
      { keys: [['P']], does: 'Pin or unpin' },
      { keys: [['U']], does: 'Mark as unread or read' },
      { keys: [['Shift', 'F10']], does: 'Options' },
    ],
  },
  {
    title: 'In the conversation',
    shortcuts: [
      { keys: [['Mod', 'Shift', 'F']], does: 'Search the conversation' },
      { keys: [['End']], does: 'Jump to the newest message' },
      { keys: [['Tab'], ['Up'], ['Down']], does: 'Message by message, with full dates' },
      { keys: [['Enter'], ['Shift', 'F10']], does: 'Message options', feature: 'changes' },
      { keys: [['R']], does: 'Reply to the message', feature: 'changes' },
      { keys: [['F']], does: 'Forward the message', feature: 'changes' },
      { keys: [['E']], does: 'Edit the message', feature: 'changes' },
      { keys: [['Delete']], does: 'Delete the message', feature: 'changes' },
    ],
  },
];

const WRITING: readonly Shortcut[] = [
  { keys: [[':']], does: 'Emoji by name' },
  { keys: [['Up']], does: 'Edit the last message, in an empty box', feature: 'changes' },
];

/** Depends on the person's choice of the key that sends. */
export const WRITING_SHORTCUTS = {
  title: 'While writing',
  enter: [
    { keys: [['Enter']], does: 'Send' },
    { keys: [['Shift', 'Enter']], does: 'New line' },
    ...WRITING,
  ],
  'command-enter': [
    { keys: [['Mod', 'Enter']], does: 'Send' },
    { keys: [['Enter']], does: 'New line' },
    ...WRITING,
  ],
} as const;

/** The name on the person's keyboard. */
export function nameKey(key: string): string {
  if (key === 'Mod') return isApple() ? '⌘' : 'Ctrl';
  return key === 'Alt' && isApple() ? '⌥' : key;
}
