import { css } from '@emotion/react';
import { Fragment } from 'react';
import { useFeatures } from '../../backend/connection.ts';
import type { Feature } from '../../protocol/events.ts';
import { askFor, useIsAsked } from '../../stores/asked.ts';
import { usePreference } from '../../stores/preferences.ts';
import { isApple, isSingleKey, usePageKeys } from '../../ui/keys.ts';
import { forcedColors } from '../../ui/media.ts';
import { flexRow } from '../../ui/styles.ts';
import { TitledDialog } from '../dialog.tsx';
import { texts } from './texts.ts';

const sheet = css({
  width: 'min(60rem, calc(100vw - 24px))',
  '& > p': { paddingInline: 'var(--s6)', font: 'var(--t-sm)', color: 'var(--text-muted)' },
});
const groups = css({
  columns: '20rem 2',
  columnGap: 'var(--s8)',
  padding: '0 var(--s6) var(--s6)',
  '& > section': { breakInside: 'avoid', paddingBlockStart: 'var(--s3)' },
  '& h3': { font: 'var(--t-sm)', fontWeight: 600, color: 'var(--accent-text)' },
  '& dl': { margin: 0 },
  '& dl > div': {
    ...flexRow(),
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 'var(--s3)',
    minHeight: '2.25rem',
    paddingBlock: 2,
  },
  '& dt': {
    order: 2,
    flex: '0 1 auto',
    ...flexRow(4),
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    marginInlineStart: 'auto',
  },
  '& dt > i': { font: 'var(--t-sm)', color: 'var(--text-muted)', marginInline: 2 },
  '& dd': { margin: 0 },
  '& kbd': {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '1.5rem',
    padding: '2px 6px',
    borderRadius: 6,
    background: 'var(--canvas)',
    font: '500 .8125rem/1.5385 var(--font)',
    boxShadow: 'inset 0 0 0 1px var(--control)',
    [forcedColors]: { border: '1px solid' },
  },
});

/** All shortcuts, opened by `?` and from the settings. */
export function ShortcutSheet() {
  const isOpen = useIsAsked('shortcuts');
  const sendKey = usePreference('sendKey');
  const hasSingleKeys = usePreference('hasSingleKeys');
  usePageKeys((event) => {
    if (!isSingleKey(event, '?')) return;
    event.preventDefault();
    askFor('shortcuts');
  });

  if (!isOpen) return null;
  return (
    <TitledDialog css={sheet} title={texts.shortcuts.title} onClose={() => askFor(null)}>
      {!hasSingleKeys && <p>{texts.shortcuts.singleKeysOff}</p>}
      <div css={groups}>
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <Group key={title} title={title} shortcuts={shortcuts} />
        ))}
        <Group title={WRITING_SHORTCUTS.title} shortcuts={WRITING_SHORTCUTS[sendKey]} />
      </div>
    </TitledDialog>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const features = useFeatures();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shortcuts
          .filter(({ feature }) => feature === undefined || features?.has(feature))
          .map(({ keys, does, isOutsideText = false }) => (
            <div key={does}>
              <dt>
                {keys.map((together, index) => (
                  <Fragment key={together}>
                    {index > 0 && <i>{texts.shortcuts.or}</i>}
                    {together.split('+').map((key) => (
                      <kbd key={key}>{nameKey(key)}</kbd>
                    ))}
                  </Fragment>
                ))}
              </dt>
              <dd>{isOutsideText && isApple() ? texts.shortcuts.outsideText(does) : does}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

interface Shortcut {
  /** Each entry is one alternative, with the keys that are pressed together. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys: readonly string[];
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

const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Mod+K'], does: 'Go to a person' },
      {
        keys: ['Alt+Up', 'Alt+Down'],
        does: 'Previous or next person',
        isOutsideText: true,
      },
      {
        keys: ['Alt+Shift+Up', 'Alt+Shift+Down'],
        does: 'Previous or next unread',
        isOutsideText: true,
      },
      { keys: ['/'], does: 'Search people' },
      { keys: ['Alt+T'], does: 'Go to the notices, such as one with Undo' },
      { keys: ['Esc'], does: 'Close, clear the search, or go back' },
    ],
  },
  {
    title: 'In the list',
    shortcuts: [
      { keys: ['Up', 'Down'], does: 'Move' },
      { keys: ['Home', 'End'], does: 'First or last person' },
      { keys: ['Enter'], does: 'Open the conversation' },
      { keys: ['P'], does: 'Pin or unpin' },
      { keys: ['U'], does: 'Mark as unread or read' },
      { keys: ['Shift+F10'], does: 'Options' },
    ],
  },
  {
    title: 'In the conversation',
    shortcuts: [
      { keys: ['Mod+Shift+F'], does: 'Search the conversation' },
      { keys: ['End'], does: 'Jump to the newest message' },
      { keys: ['Tab', 'Up', 'Down'], does: 'Message by message, with full dates' },
      { keys: ['Enter', 'Shift+F10'], does: 'Message options', feature: 'changes' },
      { keys: ['R'], does: 'Reply to the message', feature: 'changes' },
      { keys: ['F'], does: 'Forward the message', feature: 'changes' },
      { keys: ['E'], does: 'Edit the message', feature: 'changes' },
      { keys: ['Delete'], does: 'Delete the message', feature: 'changes' },
    ],
  },
];

const WRITING: readonly Shortcut[] = [
  { keys: [':'], does: 'Emoji by name' },
  { keys: ['Up'], does: 'Edit the last message, in an empty box', feature: 'changes' },
];

/** Depends on the person's choice of the key that sends. */
const WRITING_SHORTCUTS = {
  title: 'While writing',
  enter: [
    { keys: ['Enter'], does: 'Send' },
    { keys: ['Shift+Enter'], does: 'New line' },
    ...WRITING,
  ],
  'command-enter': [
    { keys: ['Mod+Enter'], does: 'Send' },
    { keys: ['Enter'], does: 'New line' },
    ...WRITING,
  ],
} as const;

/** The name on the person's keyboard. */
export function nameKey(key: string): string {
  if (key === 'Mod') return isApple() ? '⌘' : 'Ctrl';
  return key === 'Alt' && isApple() ? '⌥' : key;
}
