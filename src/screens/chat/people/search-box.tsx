import { css } from '@emotion/react';
import type { KeyboardEvent, RefObject } from 'react';
import { hasModifier } from '../../../ui/command-keys.ts';
import { isComposing } from '../../../ui/composing.ts';
import { iconButtonStyle } from '../../../ui/icon-button.tsx';
import { Search, X } from '../../../ui/icons/icons.ts';
import { coarse, large, mediumOnly, small } from '../../../ui/media.ts';
import { Kbd } from '../kbd.tsx';
import { texts } from './texts.ts';

const search = css({
  position: 'relative',
  flex: 'none',
  margin: '0 var(--s3) var(--s2)',
  '& > svg': {
    position: 'absolute',
    insetInlineStart: 14,
    insetBlockStart: '50%',
    marginBlockStart: -9,
    color: 'var(--text-muted)',
    pointerEvents: 'none',
    [mediumOnly]: { insetInlineStart: 13 },
  },
  '& > input': {
    width: '100%',
    height: 'var(--field-h)',
    paddingBlock: 0,
    paddingInline: '42px 40px',
    border: '1px solid var(--control)',
    borderRadius: 'var(--r-full)',
    background: 'var(--sheet)',
    font: 'var(--t-md)',
    appearance: 'none',
    '&::placeholder': { color: 'var(--text-muted)', opacity: 1 },
    '&::-webkit-search-cancel-button': { display: 'none' },
    '&:focus': {
      outline: '2px solid transparent',
      borderColor: 'var(--accent-text)',
      boxShadow: '0 0 0 1px var(--accent-text), 0 0 0 4px var(--accent-soft)',
    },
    [mediumOnly]: { paddingInline: '38px 12px' },
    // Phones zoom into a focused field with text smaller than 16 px.
    [small]: { fontSize: '1rem' },
  },
  '&[data-filled=true] > input': { paddingInlineEnd: 40 },
  '& > kbd, & > button': {
    position: 'absolute',
    insetInlineEnd: 0,
    insetBlockStart: '50%',
    transform: 'translateY(-50%)',
  },
  '& > button:active': { transform: 'translateY(-50%) scale(.94)' },
  '& > kbd': { insetInlineEnd: 11, display: 'none', pointerEvents: 'none' },
  [large]: { '&:not(:focus-within) > kbd': { display: 'inline-grid' } },
  [coarse]: { '&:not(:focus-within) > kbd': { display: 'none' } },
});

interface SearchBoxProps {
  inputRef: RefObject<HTMLInputElement | null>;
  query: string;
  onChange: (query: string) => void;
  /** Enter: opens the first match. */
  onSubmit: () => void;
  /** Arrow down: moves into the list. */
  onLeave: () => void;
}

export function SearchBox({ inputRef, query, onChange, onSubmit, onLeave }: SearchBoxProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') onSubmit();
    else if (event.key === 'ArrowDown' && !hasModifier(event)) onLeave();
    // Clears this field first, before a search in the conversation closes.
    else if (event.key === 'Escape' && query) onChange('');
    else return;
    event.preventDefault();
  };
  return (
    <search css={search} data-filled={query !== ''}>
      <Search size={18} />
      <input
        ref={inputRef}
        type="search"
        aria-label={texts.searchLabel}
        placeholder={texts.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {query === '' ? (
        <Kbd>/</Kbd>
      ) : (
        <button
          type="button"
          css={iconButtonStyle}
          aria-label={texts.clearSearch}
          onClick={() => {
            onChange('');
            inputRef.current?.focus();
          }}
        >
          <X size={18} />
        </button>
      )}
    </search>
  );
}
