import { css } from '@emotion/react';
import { type EmojiPickerListComponents, EmojiPicker as Picker, useSkinTone } from 'frimousse';
import { useEffect, useRef, useState } from 'react';
import { iconButtonStyle } from '../../../../ui/button.tsx';
import { hasModifier, isComposing } from '../../../../ui/keys.ts';
import { coarse, matchesMedia } from '../../../../ui/media.ts';
import { pillField } from '../../../../ui/styles.ts';
import { texts } from '../texts.ts';
import { emojiData, searchEmojiData } from './emoji-data.ts';
import { keepRecent, keepSkinTone, readHabits, SKIN_TONES } from './recent-emoji.ts';

const root = css({
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  font: 'var(--t-md)',
  '& .top': { display: 'flex', gap: 'var(--s1)', padding: 'var(--s2)' },
  '& [frimousse-search]': {
    flex: 1,
    minWidth: 0,
    height: 'var(--tap)',
    ...pillField,
    paddingInline: 'var(--s4)',
    // Phones zoom into a focused field with text smaller than 16 px.
    fontSize: '1rem',
  },
  '& .recent': { display: 'flex', padding: '0 var(--s1)' },
  '& [frimousse-viewport]': { flex: 1, scrollbarWidth: 'thin' },
  '& [frimousse-list]': { paddingBlockEnd: 'var(--s1)' },
  '& [frimousse-row]': { paddingInline: 'var(--s1)' },
  '& [frimousse-category-header]': {
    padding: '6px var(--s2)',
    background: 'var(--raised)',
    font: 'var(--t-xs)',
    color: 'var(--text-muted)',
  },
  '& [frimousse-emoji], & .recent > button': {
    flex: '0 0 calc(100% / 9)',
    // Wide enough for a finger on the usual phones.
    [coarse]: { flexBasis: 'calc(100% / 8)' },
    // Larger text needs more than a finger.
    height: 'max(var(--tap), 2.25rem)',
    minWidth: 0,
    borderRadius: 'var(--r-s)',
    // In its column, however large the text is.
    fontSize: 'min(1.5rem, 30px)',
    lineHeight: 1,
    overflow: 'hidden',
    '&[data-active]': {
      background: 'var(--accent-soft)',
      outline: '2px solid var(--accent-text)',
      outlineOffset: -2,
    },
  },
  '& [frimousse-empty]': {
    position: 'absolute',
    inset: 'var(--s6) var(--s4)',
    color: 'var(--text-muted)',
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
});

const SEARCH = 'search ';

/** The library asks for the data of each locale. Here a search has its own data, kept as long as this function. */
const makeResolver = () => (locale: string) =>
  locale.startsWith(SEARCH) ? searchEmojiData(locale.slice(SEARCH.length)) : emojiData;

/** The library counts rows and columns from 0, where ARIA counts from 1. It looks for rows by their number. */
const LIST_PARTS: EmojiPickerListComponents = {
  CategoryHeader: ({ category, ...header }) => <div {...header}>{category.label}</div>,
  Row: ({ 'aria-rowindex': index, ...row }) => (
    <div {...row} {...(index && { 'aria-rowindex': index })} />
  ),
  Emoji: ({ emoji, 'aria-colindex': index = 0, ...cell }) => (
    <button type="button" translate="no" {...cell} {...{ 'aria-colindex': index + 1 }}>
      {emoji.emoji}
    </button>
  ),
};

interface EmojiPickerProps {
  /** `isByKey`: not by a pointer. */
  onPick: (emoji: string, isByKey: boolean) => void;
}

/** All emoji, to search or browse. The focus stays in the search, from which the arrow keys move through the emoji. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const [{ recent, skinTone }] = useState(readHabits);
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const [resolveEmojiData] = useState(makeResolver);
  const searchRef = useRef<HTMLInputElement>(null);
  const isByKey = useRef(false);

  useEffect(() => {
    // On a touch screen the keyboard would cover the emoji.
    if (!matchesMedia(coarse)) searchRef.current?.focus();
  }, []);

  const pick = (emoji: string) => {
    keepRecent(emoji);
    onPick(emoji, isByKey.current);
  };

  return (
    <Picker.Root
      css={root}
      skinTone={skinTone}
      columns={matchesMedia(coarse) ? 8 : 9}
      locale={isSearching ? SEARCH + search : 'all'}
      resolveEmojiData={resolveEmojiData}
      onEmojiSelect={({ emoji }) => pick(emoji)}
      onPointerDownCapture={() => {
        isByKey.current = false;
      }}
      onKeyDownCapture={(event) => {
        isByKey.current = true;
        // The library would take the Enter that ends a composition.
        if (isComposing(event)) event.preventDefault();
        // It would also take the arrows that select text.
        if (event.key.startsWith('Arrow') && hasModifier(event)) event.stopPropagation();
      }}
    >
      <div className="top">
        <Picker.Search
          ref={searchRef}
          aria-label={texts.searchEmoji}
          placeholder={texts.searchEmoji}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SkinToneButton />
      </div>
      {!isSearching && recent.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div className="recent" role="group" translate="no" aria-label={texts.recentEmoji}>
          {recent.map((emoji) => (
            <button key={emoji} type="button" onClick={() => pick(emoji)}>
              {emoji}
            </button>
          ))}
        </div>
      )}
      <Picker.Viewport>
        <Picker.Empty role="status">{texts.noEmoji(search)}</Picker.Empty>
        <Picker.List aria-label={texts.emoji} components={LIST_PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

/** Each press chooses the next skin tone. */
function SkinToneButton() {
  const [tone, setTone, hands] = useSkinTone();
  const next = SKIN_TONES[(SKIN_TONES.indexOf(tone) + 1) % SKIN_TONES.length] ?? 'none';
  return (
    <button
      type="button"
      css={iconButtonStyle}
      aria-label={texts.skinTone(tone)}
      title={texts.skinTone(tone)}
      onClick={() => {
        setTone(next);
        keepSkinTone(next);
      }}
    >
      {hands.find(({ skinTone }) => skinTone === tone)?.emoji}
    </button>
  );
}
