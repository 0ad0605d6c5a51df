import { css } from '@emotion/react';
import {
  type EmojiData,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
  useSkinTone,
} from 'frimousse';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { matchesMedia } from '../../../../ui/matches-media.ts';
import { coarse, forcedColors } from '../../../../ui/media.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { texts } from '../texts.ts';
import { makeEmojiData } from './emoji-data.ts';
import { keepRecent, keepSkinTone, readHabits } from './recent-emoji.ts';

const COLUMNS = 8;

const root = css({
  display: 'grid',
  gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
  height: '100%',
  font: 'var(--t-md)',
  '& input': {
    margin: 'var(--s2)',
    minWidth: 0,
    height: 'var(--tap)',
    padding: '0 var(--s3)',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-full)',
    background: 'var(--sheet)',
    color: 'var(--text)',
    // Phones zoom into a focused field with text smaller than 16 px.
    fontSize: '1rem',
    '&::placeholder': { color: 'var(--text-muted)', opacity: 1 },
  },
  '& [frimousse-viewport]': { outlineOffset: -3, scrollbarWidth: 'thin' },
  '& [frimousse-category-header]': {
    padding: '6px var(--s3)',
    background: 'var(--raised)',
    font: 'var(--t-xs)',
    color: 'var(--text-muted)',
  },
  '& [frimousse-row]': { paddingInline: 'var(--s1)' },
  '& [frimousse-emoji], & .recent > button': {
    display: 'grid',
    flex: `0 0 calc(100% / ${COLUMNS})`,
    placeItems: 'center',
    minWidth: 0,
    height: 'var(--tap)',
    borderRadius: 'var(--r-s)',
    fontSize: '1.5rem',
    lineHeight: 1,
    '&:hover': { background: 'var(--hover)' },
  },
  '& [frimousse-emoji][data-active]': {
    background: 'var(--accent-soft)',
    outline: '2px solid var(--accent-text)',
    outlineOffset: -2,
    [forcedColors]: { outlineColor: 'Highlight' },
  },
  '& [frimousse-loading], & [frimousse-empty]': {
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeContent: 'center',
    padding: 'var(--s4)',
    color: 'var(--text-muted)',
    textAlign: 'center',
    overflowWrap: 'anywhere',
  },
});
const recentRow = css({
  display: 'flex',
  paddingInline: 'var(--s1)',
  borderBlockEnd: '1px solid var(--line)',
});
const foot = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--s2)',
  minHeight: 44,
  paddingInline: 'var(--s3) var(--s1)',
  borderBlockStart: '1px solid var(--line)',
  font: 'var(--t-sm)',
  color: 'var(--text-muted)',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > button': {
    flex: 'none',
    width: 'var(--tap)',
    height: 'var(--tap)',
    borderRadius: 'var(--r-full)',
    fontSize: '1.25rem',
    '&:hover': { background: 'var(--hover)' },
  },
});

interface EmojiPickerProps {
  /** `isDone`: chosen by a key, which closes the picker; with a pointer it stays open. */
  onPick: (emoji: string, isDone: boolean) => void;
}

let data: EmojiData | null = null;
function resolveData(): EmojiData {
  data ??= makeEmojiData();
  return data;
}

/** All emoji, to search or browse. Loaded when it is first opened. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const [habits] = useState(readHabits);
  const [search, setSearch] = useState('');
  const isByKey = useRef(false);
  const searchRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // On a touch screen the keyboard would cover the emoji.
    if (!matchesMedia(coarse)) searchRef.current?.focus();
  }, []);

  const handlePick = (emoji: string) => {
    keepRecent(emoji);
    onPick(emoji, isByKey.current);
  };

  return (
    <Picker.Root
      css={root}
      columns={COLUMNS}
      skinTone={habits.skinTone}
      resolveEmojiData={resolveData}
      onEmojiSelect={({ emoji }) => handlePick(emoji)}
      onKeyDownCapture={(event: KeyboardEvent) => {
        isByKey.current = event.key === 'Enter' || event.key === ' ';
      }}
      onPointerDownCapture={() => {
        isByKey.current = false;
      }}
    >
      <Picker.Search
        ref={searchRef}
        aria-label={texts.searchEmoji}
        placeholder={texts.searchEmoji}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {search === '' && habits.recent.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
        <div css={recentRow} className="recent" role="group" aria-label={texts.recentEmoji}>
          {habits.recent.slice(0, COLUMNS).map((emoji) => (
            <button key={emoji} type="button" onClick={() => handlePick(emoji)}>
              {emoji}
            </button>
          ))}
        </div>
      ) : (
        <span />
      )}
      <Picker.Viewport>
        <Picker.Loading>
          <Spinner size={28} />
          <VisuallyHidden>{texts.emojiLoading}</VisuallyHidden>
        </Picker.Loading>
        <Picker.Empty>{({ search: wanted }) => texts.noEmoji(wanted)}</Picker.Empty>
        <Picker.List components={{ Emoji, Row }} />
      </Picker.Viewport>
      <div css={foot}>
        <Picker.ActiveEmoji>
          {({ emoji }) => <span aria-hidden="true">{emoji?.label ?? ''}</span>}
        </Picker.ActiveEmoji>
        <SkinToneButton />
      </div>
    </Picker.Root>
  );
}

// The library counts rows and columns from 0, ARIA from 1.

function Row(props: EmojiPickerListRowProps) {
  const { 'aria-rowindex': index = 0 } = props;
  return <div {...props} {...{ 'aria-rowindex': index + 1 }} />;
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  const { 'aria-colindex': index = 0 } = props;
  return (
    <button type="button" {...props} {...{ 'aria-colindex': index + 1 }}>
      {emoji.emoji}
    </button>
  );
}

/** Each press selects the next tone, which is stored. */
function SkinToneButton() {
  const [skinTone, , variations] = useSkinTone();
  const handleClick = () => {
    const index = variations.findIndex((variation) => variation.skinTone === skinTone);
    const next = variations[(index + 1) % variations.length];
    if (next) keepSkinTone(next.skinTone);
  };
  return <Picker.SkinToneSelector aria-label={texts.skinTone} onClick={handleClick} />;
}
