import { css } from '@emotion/react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { iconButtonStyle } from '../../../ui/button.tsx';
import { Search, X } from '../../../ui/icons/icons.ts';
import { hasModifier, isComposing } from '../../../ui/keys.ts';
import { coarse, large, mediumOnly } from '../../../ui/media.ts';
import { fieldText, pillField } from '../../../ui/styles.ts';
import { texts } from './texts.ts';

const search = css({
  position: 'relative',
  flex: 'none',
  margin: '0 var(--s3) var(--s2)',
  '& > svg': {
    position: 'absolute',
    insetInlineStart: '.875rem',
    insetBlockStart: '50%',
    marginBlockStart: -9,
    color: 'var(--text-muted)',
    pointerEvents: 'none',
    [mediumOnly]: { insetInlineStart: '.8125rem' },
  },
  '& > input': {
    ...pillField,
    width: '100%',
    height: 'var(--field-h)',
    paddingBlock: 0,
    paddingInline: 'calc(1.5rem + 18px) 40px',
    borderColor: 'var(--edge)',
    ...fieldText,
    [mediumOnly]: { paddingInline: 'calc(1.25rem + 18px) .75rem' },
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
        maxLength={200}
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

const kbd = css({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: 22,
  height: 22,
  padding: '0 6px',
  borderRadius: 6,
  background: 'var(--canvas)',
  color: 'var(--text-muted)',
  font: '500 .75rem/1 var(--font)',
  boxShadow: 'inset 0 0 0 1px var(--line)',
});

/** A key to press. A hint for the eye. */
function Kbd({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot take the focus
    <kbd css={kbd} aria-hidden="true">
      {children}
    </kbd>
  );
}
