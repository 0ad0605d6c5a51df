import { css } from '@emotion/react';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import { useMe } from '../../../session/auth.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { isComposing, isSingleKey, usePageKeys } from '../../../ui/keys.ts';
import { Brand } from '../../../ui/logo.tsx';
import { mediumOnly, small } from '../../../ui/media.ts';
import { flexRow } from '../../../ui/styles.ts';
import { Reconnecting } from '../reconnecting.tsx';
import { AccountMenu } from './account-menu.tsx';
import { People } from './people.tsx';
import { SearchBox } from './search-box.tsx';
import { texts } from './texts.ts';
import { usePeople } from './use-people.ts';

const sidebar = css({ display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 });
const bar = css({
  ...flexRow('var(--s2)'),
  justifyContent: 'space-between',
  flex: 'none',
  height: 'calc(var(--bar-h) + var(--gutter))',
  paddingBlock: 'var(--gutter) 0',
  paddingInline: 'var(--s5) var(--s2)',
  [mediumOnly]: { paddingInlineStart: 'var(--s4)' },
  [small]: { paddingInlineStart: 'var(--s4)', paddingInlineEnd: 'var(--s1)' },
});

/** Whose account this is: on a family's computer it may be another's. */
const own = css({
  '--size': 'calc(14px + .875rem)',
  marginInline: 'auto calc(var(--s1) * -1)',
});

interface SidebarProps {
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  onLeave: () => void;
}

/** The people to talk to. */
export function Sidebar({ selectedId, onOpen, onLeave }: SidebarProps) {
  const [query, setQuery] = useState('');
  const [openId, setOpenId] = useState(selectedId);
  // Whichever way somebody was chosen: what is left of the search would hide the others.
  if (selectedId !== openId) {
    setOpenId(selectedId);
    if (selectedId !== null) setQuery('');
  }
  const searchRef = useRef<HTMLInputElement>(null);
  const sidebarRef = useRef<HTMLElement>(null);
  const found = usePeople(query);
  const me = useMe();
  const prefetch = usePrefetch();

  const handleOpen = (userId: UserId) => {
    setQuery('');
    onOpen(userId);
  };

  const handleClear = () => {
    setQuery('');
    // The clear button is removed with the text, and must not lose the focus.
    const hasFocus = searchRef.current?.parentElement?.contains(document.activeElement);
    if (hasFocus) searchRef.current?.focus();
  };

  useChatKeys({
    onSearch: () => {
      searchRef.current?.focus();
      searchRef.current?.select();
    },
    onEscape: () => {
      if (query !== '') handleClear();
      else if (selectedId !== null) onLeave();
      else return false;
      return true;
    },
  });

  return (
    <section css={sidebar} aria-label={texts.region} ref={sidebarRef} {...prefetch}>
      <header css={bar}>
        <Brand />
        <span css={own} title={me.fullName}>
          <Avatar user={me} />
        </span>
        <AccountMenu />
      </header>
      <SearchBox
        inputRef={searchRef}
        query={query}
        onChange={setQuery}
        onSubmit={() => {
          const first = found.ids?.[0];
          if (first !== undefined && query.trim() !== '') handleOpen(first);
        }}
        onLeave={() => sidebarRef.current?.querySelector<HTMLElement>('[data-user-id]')?.focus()}
      />
      {selectedId === null && <Reconnecting as="strip" />}
      <People
        found={found}
        query={query}
        selectedId={selectedId}
        onOpen={handleOpen}
        onLeave={onLeave}
      />
    </section>
  );
}

interface ChatKeys {
  onSearch: () => void;
  /** Returns whether there was something to leave. */
  onEscape: () => boolean;
}

/** Keys that work wherever the focus is: `/` for the search, Escape to go back. */
function useChatKeys(keys: ChatKeys): void {
  usePageKeys((event) => {
    if (event.defaultPrevented || isComposing(event)) return;
    if (isSingleKey(event, '/')) keys.onSearch();
    else if (event.key !== 'Escape' || !keys.onEscape()) return;
    event.preventDefault();
  }, window);
}

/** How long the pointer or focus must stay on a row before its conversation is prefetched. */
const DWELL_MS = 80;

/** Prefetches the conversation of the row with the pointer or focus; handlers for the element around the rows. */
function usePrefetch() {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const restsOn = useRef<UserId>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function rest(userId: UserId | undefined): void {
    if (userId === restsOn.current) return;
    restsOn.current = userId;
    clearTimeout(timer.current);
    if (userId === undefined) return;
    timer.current = setTimeout(async () => {
      try {
        const { prefetchConversation } = await import('../../../conversation/messages.ts');
        await prefetchConversation(queryClient, userId);
      } catch {
        // Its code did not load; opening the conversation retries.
      }
    }, DWELL_MS);
  }

  const handleArrival = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest('[data-user-id]') : null;
    rest(row?.getAttribute('data-user-id') ?? undefined);
  };
  return {
    onPointerOver: handleArrival,
    onPointerLeave: () => rest(undefined),
    onFocus: handleArrival,
  };
}
