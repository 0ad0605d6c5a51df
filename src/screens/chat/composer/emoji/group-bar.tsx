import { css } from '@emotion/react';
import type { KeyboardEvent } from 'react';
import { forcedColors } from '../../../../ui/media.ts';
import { texts } from '../texts.ts';
import { GROUP_ICONS, RecentIcon } from './group-icons.ts';

const bar = css({
  display: 'flex',
  paddingInline: 'var(--s1)',
  borderBlockEnd: '1px solid var(--line)',
  '& > button': {
    flex: 1,
    display: 'grid',
    placeItems: 'center',
    minWidth: 0,
    height: 'var(--tap)',
    color: 'var(--text-muted)',
    borderBlockEnd: '2px solid transparent',
    '&:hover': { color: 'var(--text)' },
    '&[aria-current=true]': {
      color: 'var(--accent-text)',
      borderBlockEndColor: 'var(--accent-text)',
      [forcedColors]: { borderBlockEndColor: 'Highlight' },
    },
    '&:focus-visible': { outlineOffset: -2, borderRadius: 'var(--r-s)' },
  },
});

interface GroupBarProps {
  labels: readonly string[];
  hasRecent: boolean;
  /** Index of the group in view. */
  current: number;
  onGo: (index: number) => void;
  /** Into the group's emoji. */
  onEnter: () => void;
}

/** An icon for each group of emoji. One tab stop: arrow keys go from group to group. */
export function GroupBar({ labels, hasRecent, current, onGo, onEnter }: GroupBarProps) {
  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step === undefined ? undefined : current + step;
    const button = next === undefined ? undefined : event.currentTarget.children[next];
    if (next !== undefined && button instanceof HTMLElement) {
      onGo(next);
      button.focus();
    } else if (event.key === 'ArrowDown') onEnter();
    else return;
    event.preventDefault();
  }

  return (
    <div css={bar} role="toolbar" aria-label={texts.emojiGroups} onKeyDown={handleKeyDown}>
      {labels.map((label, index) => {
        const Icon = GROUP_ICONS[hasRecent ? index - 1 : index] ?? RecentIcon;
        return (
          <button
            key={label}
            type="button"
            aria-label={label}
            title={label}
            aria-current={index === current}
            tabIndex={index === current ? 0 : -1}
            onClick={({ detail }) => {
              onGo(index);
              if (detail === 0) onEnter();
            }}
          >
            <Icon size={18} />
          </button>
        );
      })}
    </div>
  );
}
