import { memo } from 'react';
import { texts } from '../texts.ts';
import { type Emoji, getEmoji, getEmojiGroups } from './emoji-data.ts';
import { findEmoji } from './find-emoji.ts';
import { SKIN_TONES, type SkinTone } from './recent-emoji.ts';

export const COLUMNS = 8;

/** An emoji in the chosen tone. */
interface Cell {
  emoji: string;
  label: string;
}

export interface Section {
  label: string;
  cells: readonly Cell[];
}

/** More would make typing slow, and nobody looks through them. */
const MAX_FOUND = 12 * COLUMNS;

/** In the tone, where it has tones. */
const toCell = ({ emoji, label, tones }: Emoji, tone: SkinTone): Cell => ({
  emoji: tones?.[SKIN_TONES.indexOf(tone) - 1] ?? emoji,
  label,
});

/** A hand in this tone. */
export function showTone(tone: SkinTone): string {
  const hand = getEmoji().find(({ emoji }) => emoji === '✋');
  return hand ? toCell(hand, tone).emoji : '';
}

/** The recent emoji, and all by groups. */
export function listSections(recent: readonly string[], tone: SkinTone): Section[] {
  const groups = getEmojiGroups().map(({ label, emoji }) => ({
    label,
    cells: emoji.map((one) => toCell(one, tone)),
  }));
  const used = recent.map((emoji) => ({ emoji, label: findLabel(emoji) }));
  return used.length > 0 ? [{ label: texts.recentEmoji, cells: used }, ...groups] : groups;
}

const findLabel = (emoji: string) =>
  getEmoji().find((one) => one.emoji === emoji || one.tones?.includes(emoji))?.label ?? emoji;

/** What a search finds, best first; empty: nothing. */
export function findSections(search: string, tone: SkinTone): Section[] {
  const cells = findEmoji(search)
    .slice(0, MAX_FOUND)
    .map((one) => toCell(one, tone));
  return cells.length > 0 ? [{ label: texts.foundEmoji, cells }] : [];
}

/** The rows of the grid. A cell is focused by `EmojiGrid`. */
export const EmojiSections = memo(function EmojiSections(props: {
  sections: readonly Section[];
  /** Whether to show their names. */
  isNamed: boolean;
}) {
  return props.sections.map(({ label, cells }) => {
    const rows = toRows(cells);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a table's parts cannot be laid out so
      <div
        key={label}
        role="rowgroup"
        aria-label={label}
        style={{ containIntrinsicBlockSize: `calc(1rem + 12px + ${rows.length} * var(--cell))` }}
      >
        {props.isNamed && <div className="name">{label}</div>}
        {rows.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: its cells are focused
          <div key={row[0]?.emoji} role="row">
            {row.map((cell) => (
              // biome-ignore lint/a11y/useSemanticElements: as above
              <button
                key={cell.emoji}
                type="button"
                role="gridcell"
                tabIndex={-1}
                aria-label={cell.label}
                title={cell.label}
              >
                {cell.emoji}
              </button>
            ))}
          </div>
        ))}
      </div>
    );
  });
});

function toRows(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  for (let start = 0; start < cells.length; start += COLUMNS) {
    rows.push(cells.slice(start, start + COLUMNS));
  }
  return rows;
}
