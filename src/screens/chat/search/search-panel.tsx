import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useSearch } from '../../../conversation/search.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { toSearchWords } from '../../../protocol/search-text.ts';
import { useZone } from '../../../stores/clock.ts';
import { hasModifier } from '../../../ui/command-keys.ts';
import { isComposing } from '../../../ui/composing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CalendarDays, ChevronDown, ChevronUp, Search, X } from '../../../ui/icons/icons.ts';
import { useEarlyEnter } from '../../../ui/use-early-enter.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { unmarkWords } from '../thread/rows.ts';
import type { GoTo } from '../thread/use-place.ts';
import { DateJump } from './date-jump.tsx';
import { describeHit } from './describe-hit.ts';
import { SearchResults } from './search-results.tsx';
import { bar, buttons, field, panel, place } from './search-styles.ts';
import { describeState, texts } from './texts.ts';
import { useSettled } from './use-settled.ts';

interface SearchPanelProps {
  ref: RefObject<HTMLElement | null>;
  meId: UserId;
  peer: User;
  onBeginJump: () => GoTo;
  onClose: () => void;
}

/** Between a conversation's bar and its messages: searches for words, or jumps to a day. */
export function SearchPanel({ ref, meId, peer, onBeginJump, onClose }: SearchPanelProps) {
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim());
  const search = useSearch(peer._id, query);
  /** The hit to which the reader was taken, and its search. */
  const [visited, setVisited] = useState({ query: '', index: -1 });
  const [isListOpen, setIsListOpen] = useState(true);
  const [isDateOpen, setIsDateOpen] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const zone = useZone();
  const listRef = useRef<HTMLUListElement>(null);
  const index = visited.query === query ? visited.index : -1;
  const { hits } = search;
  const hit = hits[index];
  /** Whether the results belong to the current words. */
  const isFound = typed.trim() === query && (hits.length > 0 || search.status !== 'searching');
  const { enterWhenReady, forgetEnter } = useEarlyEnter(isFound, () => goTo(0));

  useEffect(() => inputRef.current?.focus(), []);
  useEffect(() => unmarkWords, []);

  const goTo = (next: number) => {
    const message = hits[next];
    if (!message) return;
    setVisited({ query, index: next });
    setIsListOpen(false);
    // The pressed button is removed with the list.
    inputRef.current?.focus();
    void onBeginJump()(message, toSearchWords(query));
  };
  const handleEnter = (event: KeyboardEvent) => {
    // A key held too long, also in the list, would run through all hits.
    if (event.repeat) return;
    if (isFound) goTo(index + (event.shiftKey ? -1 : 1));
    else enterWhenReady();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') handleEnter(event);
    else if (event.key !== 'ArrowDown' || hasModifier(event)) return;
    else if (!isListOpen) setIsListOpen(true);
    else listRef.current?.querySelector('button')?.focus();
    event.preventDefault();
  };

  return (
    <search css={panel} ref={ref} aria-label={texts.region}>
      <div css={bar}>
        <label css={field}>
          <Search size={18} />
          <input
            ref={inputRef}
            type="search"
            aria-label={texts.field}
            placeholder={texts.field}
            autoComplete="off"
            enterKeyHint="search"
            dir="auto"
            maxLength={LIMITS.searchQuery}
            value={typed}
            onChange={(event) => {
              forgetEnter();
              setTyped(event.target.value);
              setIsListOpen(true);
            }}
            onClick={() => setIsListOpen(true)}
            onKeyDown={handleKeyDown}
          />
          <span css={place} role="status">
            <span>
              {hit ? texts.place(index + 1, hits.length, !search.reachedAt) : describeState(search)}
            </span>
            {hit && <VisuallyHidden>{describeHit(hit, meId, peer)}</VisuallyHidden>}
          </span>
        </label>
        <div css={buttons} data-found={hits.length > 0}>
          <IconButton
            label={texts.older}
            aria-disabled={index + 1 >= hits.length}
            onClick={() => goTo(index + 1)}
          >
            <ChevronUp size={20} />
          </IconButton>
          <IconButton
            label={texts.newer}
            aria-disabled={index <= 0}
            onClick={() => goTo(index - 1)}
          >
            <ChevronDown size={20} />
          </IconButton>
          <IconButton
            label={texts.date}
            aria-expanded={isDateOpen}
            onClick={() => setIsDateOpen(!isDateOpen)}
          >
            <CalendarDays size={20} />
          </IconButton>
          <IconButton label={texts.close} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
      </div>
      {isDateOpen && <DateJump peerId={peer._id} onBeginJump={onBeginJump} />}
      {isListOpen && search.status !== 'idle' && (
        <SearchResults
          key={zone}
          listRef={listRef}
          query={query}
          search={search}
          meId={meId}
          peer={peer}
          onPick={goTo}
          onLeave={() => inputRef.current?.focus()}
        />
      )}
    </search>
  );
}
