import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { getNewest } from '../../../conversation/conversation.ts';
import { findFirstSince, useSearch } from '../../../conversation/search.ts';
import { formatDate, toDayKey } from '../../../lib/time.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { toSearchWords } from '../../../protocol/search-text.ts';
import { useZone } from '../../../stores/clock.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CalendarDays, ChevronDown, ChevronUp, Search, X } from '../../../ui/icons/icons.ts';
import { hasModifier, isCommand, isComposing, usePageKeys } from '../../../ui/keys.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useBackCloses } from '../../history-entries.ts';
import { clearHighlights } from '../thread/rows.ts';
import type { GoTo } from '../thread/use-place.ts';
import { describeHit, SearchResults } from './search-results.tsx';
import { bar, buttons, dateForm, field, panel, place } from './search-styles.ts';
import { describeState, texts } from './texts.ts';

interface SearchPanelProps {
  ref: RefObject<HTMLElement | null>;
  peer: User;
  onBeginJump: () => GoTo;
  onClose: () => void;
}

/** Between a conversation's bar and its messages: searches for words, or jumps to a day. */
export function SearchPanel({ ref, peer, onBeginJump, onClose }: SearchPanelProps) {
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
  /** Enter was pressed before there were results. */
  const isEnterEarly = useRef(false);
  const handleFound = useEffectEvent(() => {
    if (isEnterEarly.current) goTo(0);
    isEnterEarly.current = false;
  });
  useEffect(() => {
    if (isFound) handleFound();
  }, [isFound]);

  useEffect(() => inputRef.current?.focus(), []);
  useEffect(() => clearHighlights, []);

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
    else isEnterEarly.current = true;
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
              isEnterEarly.current = false;
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
            {hit && <VisuallyHidden>{describeHit(hit, peer)}</VisuallyHidden>}
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
          peer={peer}
          onPick={goTo}
          onLeave={() => inputRef.current?.focus()}
        />
      )}
    </search>
  );
}

/** Jumps to the first message of a day, or to the next one after it. */
function DateJump({ peerId, onBeginJump }: { peerId: UserId; onBeginJump: () => GoTo }) {
  const queryClient = useQueryClient();
  const id = useId();
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function jump(): Promise<string> {
    // In the reader's time zone.
    const start = new Date(`${day}T00:00`);
    if (Number.isNaN(start.getTime())) return texts.chooseDay;
    const goTo = onBeginJump();
    const first = await findFirstSince(queryClient, peerId, start.toISOString());
    // A failure was notified.
    if (first === null) return '';
    const message = first ?? getNewest(queryClient, peerId);
    if (!message) return texts.empty;
    if (!(await goTo(message))) return '';
    const [asked, date] = [formatDate(start), formatDate(message.createdAt)];
    if (!first) return texts.arrivedAtEnd(asked);
    const isThatDay = toDayKey(message.createdAt) === day;
    return isThatDay ? texts.arrived(date) : texts.arrivedLater(asked, date);
  }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setNote(await jump());
    setIsBusy(false);
  };

  return (
    <form css={dateForm} onSubmit={handleSubmit} noValidate>
      <label htmlFor={id}>{texts.day}</label>
      <input
        id={id}
        type="date"
        max={toDayKey(new Date())}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" look="quiet" busy={isBusy}>
        {texts.go}
      </Button>
      <p role="status">{note}</p>
    </form>
  );
}

/** A person who is typing continues within this time, in ms. */
const PAUSE_MS = 200;

/** A value after it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * Opens the search of a conversation by its button, or by Ctrl+Shift+F (Cmd+Shift+F): without Shift these keys are the
 * browser's search. Escape closes it, wherever the focus is.
 */
export function useSearchPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const panelRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  /** The focused element before. */
  const openerRef = useRef<Element>(null);

  const open = () => {
    openerRef.current = document.activeElement;
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    // A focus elsewhere stays there.
    const { activeElement } = document;
    if (activeElement !== document.body && !panelRef.current?.contains(activeElement)) return;
    const opener = openerRef.current;
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : buttonRef.current)?.focus();
  };

  useBackCloses(isOpen, close);

  const toggle = isOpen ? close : open;
  usePageKeys((event) => {
    // This Escape may belong to an input method or a menu.
    const isEscape = event.key === 'Escape' && !event.defaultPrevented && !isComposing(event);
    if (isCommand(event, 'f', { isShifted: true })) {
      if (!event.repeat) toggle();
    } else if (isOpen && isEscape) close();
    else return;
    event.preventDefault();
  });

  return { isOpen, toggle, close, panelRef, buttonRef };
}

interface SearchButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onPress: () => void;
}

export function SearchButton({ ref, isOpen, onPress }: SearchButtonProps) {
  return (
    <IconButton ref={ref} label={texts.open} aria-expanded={isOpen} onClick={onPress}>
      <Search size={20} />
    </IconButton>
  );
}
