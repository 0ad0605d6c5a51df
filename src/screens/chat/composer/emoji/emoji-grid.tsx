import { css } from '@emotion/react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { forcedColors } from '../../../../ui/media.ts';
import { texts } from '../texts.ts';
import { COLUMNS, EmojiSections, type Section } from './emoji-sections.tsx';

const grid = css({
  position: 'relative',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarGutter: 'stable',
  scrollbarWidth: 'thin',
  // Larger text needs more than a finger.
  '--cell': 'max(var(--tap), 2.25rem)',
  '& > [role=rowgroup]': { contentVisibility: 'auto', paddingInline: 'var(--s1)' },
  '& .name': {
    position: 'sticky',
    insetBlockStart: 0,
    padding: '6px var(--s2)',
    background: 'var(--raised)',
    font: 'var(--t-xs)',
    color: 'var(--text-muted)',
  },
  '& [role=row]': { display: 'grid', gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))` },
  '& [role=gridcell]': {
    height: 'var(--cell)',
    borderRadius: 'var(--r-s)',
    fontSize: '1.5rem',
    lineHeight: 1,
    overflow: 'hidden',
    // Below the name, which stays in view.
    scrollMarginBlockStart: 'calc(1rem + 12px)',
    '&:hover': { background: 'var(--hover)' },
    '&:focus-visible': {
      background: 'var(--accent-soft)',
      outlineOffset: -2,
      [forcedColors]: { outlineColor: 'Highlight' },
    },
  },
});

interface EmojiGridProps {
  ref: RefObject<HTMLDivElement | null>;
  sections: readonly Section[];
  isNamed: boolean;
  /** `isByKey`: not by a pointer. */
  onPick: (emoji: string, isByKey: boolean) => void;
  /** The label of the emoji that has the pointer or the focus; null: none. */
  onPoint: (label: string | null) => void;
  /** Up from the first row, or something was typed. */
  onLeave: () => void;
  onScroll: () => void;
}

/** All emoji, or those that were found. One tab stop; arrow keys move in it. */
export function EmojiGrid(props: EmojiGridProps) {
  const { ref, sections, isNamed, onPick, onPoint, onLeave, onScroll } = props;
  // The cell that has the focus is the tab stop: with the grid before it, Shift+Tab would not leave.
  const [isInside, setIsInside] = useState(false);

  function handleKeyDown(event: KeyboardEvent) {
    const cell = toCell(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findTarget(event.key, cell, event.currentTarget);
    if (target) {
      target.focus();
      event.preventDefault();
    } else if (event.key === 'ArrowUp') {
      onLeave();
      event.preventDefault();
    } else if (event.key !== ' ' && event.key.length === 1) {
      // The field receives the letter.
      onLeave();
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's parts cannot be laid out so
    <div
      css={grid}
      ref={ref}
      role="grid"
      aria-label={texts.emoji}
      tabIndex={isInside ? -1 : 0}
      translate="no"
      onFocus={({ target, currentTarget }) => {
        setIsInside(true);
        if (target === currentTarget) focusSection(currentTarget);
        else onPoint(toCell(target)?.getAttribute('aria-label') ?? null);
      }}
      onBlur={() => {
        setIsInside(false);
        onPoint(null);
      }}
      // The focus stays in the box or the field, and with it the keyboard of a touch screen.
      onPointerDown={(event) => toCell(event.target) && event.preventDefault()}
      onPointerOver={({ target }) => onPoint(toCell(target)?.getAttribute('aria-label') ?? null)}
      onPointerLeave={() => onPoint(null)}
      onClick={({ target, detail }) => {
        const cell = toCell(target);
        if (cell) onPick(cell.textContent, detail === 0);
      }}
      onKeyDown={handleKeyDown}
      onScroll={onScroll}
    >
      <EmojiSections sections={sections} isNamed={isNamed} />
    </div>
  );
}

const toCell = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;

const listCells = (within: Element) => [...within.querySelectorAll<HTMLElement>('[role=gridcell]')];

/** Focuses the first emoji of the section at the top of the view. */
export function focusSection(grid: HTMLElement): void {
  const section = grid.children[findSection(grid)];
  if (section) listCells(section)[0]?.focus();
}

/** The index of the section at the top of the view. */
export function findSection(grid: HTMLElement): number {
  const tops = [...grid.children].map((part) => (part instanceof HTMLElement ? part.offsetTop : 0));
  // A pixel for the fractions that a scroll position may have.
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= grid.scrollTop + 1),
  );
}

function findTarget(key: string, cell: HTMLElement, grid: Element): HTMLElement | undefined {
  const row = cell.parentElement;
  if (!row) return undefined;
  const inRow = listCells(row);
  const all = listCells(grid);
  const toRow = (step: number) => {
    const rows = [...grid.querySelectorAll('[role=row]')];
    const next = rows[rows.indexOf(row) + step];
    return (
      next &&
      listCells(next)
        .slice(0, inRow.indexOf(cell) + 1)
        .at(-1)
    );
  };
  switch (key) {
    case 'ArrowLeft':
      return all[all.indexOf(cell) - 1];
    case 'ArrowRight':
      return all[all.indexOf(cell) + 1];
    case 'ArrowUp':
      return toRow(-1);
    case 'ArrowDown':
      return toRow(1);
    case 'Home':
      return inRow[0];
    case 'End':
      return inRow.at(-1);
  }
  return undefined;
}
