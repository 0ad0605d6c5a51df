import { css } from '@emotion/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { hasModifier } from '../../../../ui/command-keys.ts';
import { isComposing } from '../../../../ui/composing.ts';
import { iconButtonStyle } from '../../../../ui/icon-button.tsx';
import { matchesMedia } from '../../../../ui/matches-media.ts';
import { canHover, coarse, short } from '../../../../ui/media.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import { EmojiGrid, findSection, focusSection } from './emoji-grid.tsx';
import { findSections, listSections, showTone } from './emoji-sections.tsx';
import { GroupBar } from './group-bar.tsx';
import { keepRecent, keepSkinTone, readHabits, SKIN_TONES } from './recent-emoji.ts';

const root = css({
  display: 'grid',
  // The grid takes what the others leave.
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
  height: '100%',
  font: 'var(--t-md)',
});
const top = css({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s1)',
  padding: 'var(--s2)',
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: 'var(--tap)',
    padding: '0 var(--s4)',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-full)',
    background: 'var(--sheet)',
    color: 'var(--text)',
    appearance: 'none',
    // Phones zoom into a focused field with text smaller than 16 px.
    fontSize: '1rem',
    '&::placeholder': { color: 'var(--text-muted)', opacity: 1 },
    '&::-webkit-search-cancel-button': { display: 'none' },
    '&:focus': {
      // Invisible, except in the system's forced colours, which remove the other marks.
      outline: '2px solid transparent',
      borderColor: 'var(--accent-text)',
      boxShadow: '0 0 0 1px var(--accent-text), 0 0 0 4px var(--accent-soft)',
    },
  },
  '& > button': { fontSize: '1.25rem' },
});
const empty = css({
  display: 'grid',
  placeContent: 'center',
  padding: 'var(--s4)',
  color: 'var(--text-muted)',
  textAlign: 'center',
  overflowWrap: 'anywhere',
});
const foot = css({
  display: 'none',
  padding: '6px var(--s4) 8px',
  borderBlockStart: '1px solid var(--line)',
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  [canHover]: { display: 'block' },
  [short]: { display: 'none' },
});

interface EmojiPickerProps {
  /** `isDone`: chosen by a key, which closes the picker; with a pointer it stays open. */
  onPick: (emoji: string, isDone: boolean) => void;
}

/** All emoji, to search or browse. Loaded when it is first opened. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const [habits] = useState(readHabits);
  const [tone, setTone] = useState(habits.skinTone);
  const [search, setSearch] = useState('');
  const [pointed, setPointed] = useState<string | null>(null);
  const [group, setGroup] = useState(0);
  const searchRef = useRef<HTMLInputElement>(null);
  const gridRef = useRef<HTMLDivElement>(null);
  const all = useMemo(() => listSections(habits.recent, tone), [habits, tone]);
  const found = useMemo(() => findSections(search, tone), [search, tone]);
  const isSearching = search.trim() !== '';
  const sections = isSearching ? found : all;

  useEffect(() => {
    // On a touch screen the keyboard would cover the emoji.
    if (!matchesMedia(coarse)) searchRef.current?.focus();
  }, []);

  const pick = (emoji: string, isByKey: boolean) => {
    keepRecent(emoji);
    onPick(emoji, isByKey);
  };

  const handleSearchKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const best = found[0]?.cells[0];
    if (event.key === 'ArrowDown' && !hasModifier(event) && gridRef.current)
      focusSection(gridRef.current);
    else if (event.key === 'Enter' && best) pick(best.emoji, true);
    else return;
    event.preventDefault();
  };

  const goTo = (index: number) => {
    const section = gridRef.current?.children[index];
    if (section instanceof HTMLElement) gridRef.current?.scrollTo({ top: section.offsetTop });
  };

  const changeTone = () => {
    const next = SKIN_TONES[(SKIN_TONES.indexOf(tone) + 1) % SKIN_TONES.length] ?? 'none';
    setTone(next);
    keepSkinTone(next);
  };

  return (
    <div css={root}>
      <div css={top}>
        <input
          ref={searchRef}
          type="search"
          aria-label={texts.searchEmoji}
          placeholder={texts.searchEmoji}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setGroup(0);
            gridRef.current?.scrollTo({ top: 0 });
          }}
          onKeyDown={handleSearchKey}
        />
        <button
          type="button"
          css={iconButtonStyle}
          aria-label={texts.skinTone(tone)}
          title={texts.skinTone(tone)}
          onClick={changeTone}
        >
          {showTone(tone)}
        </button>
      </div>
      {isSearching ? (
        <span />
      ) : (
        <GroupBar
          labels={all.map(({ label }) => label)}
          hasRecent={habits.recent.length > 0}
          current={group}
          onGo={goTo}
          onEnter={() => gridRef.current && focusSection(gridRef.current)}
        />
      )}
      {sections.length > 0 ? (
        <EmojiGrid
          ref={gridRef}
          sections={sections}
          isNamed={!isSearching}
          onPick={pick}
          onPoint={setPointed}
          onLeave={() => searchRef.current?.focus()}
          onScroll={() => gridRef.current && setGroup(findSection(gridRef.current))}
        />
      ) : (
        <p css={empty}>{texts.noEmoji(search)}</p>
      )}
      <div css={foot} aria-hidden="true">
        {pointed ?? ' '}
      </div>
      <VisuallyHidden role="status">
        {isSearching && texts.emojiFound(found[0]?.cells.length ?? 0)}
      </VisuallyHidden>
    </div>
  );
}
