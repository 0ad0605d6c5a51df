import { css, keyframes } from '@emotion/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { getUsers, useIsOnline, userQueries, useUser } from '../../../people/users.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { useUnseenCount } from '../../../stores/unseen.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Search } from '../../../ui/icons/icons.ts';
import { hasModifier, isComposing } from '../../../ui/keys.ts';
import { forcedColors, small } from '../../../ui/media.ts';
import { useActiveOption } from '../../../ui/move-index.ts';
import { flexRow, muted, oneLine, scrolls } from '../../../ui/styles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Dialog } from '../../dialog.tsx';
import { Badge } from '../badge.tsx';
import { useIsReconnecting } from '../reconnecting.tsx';
import { type Found, findPeople, makeDirectory } from './find-people.ts';

interface SwitcherProps {
  selectedId: UserId | null;
  /** People opened in this window, latest first. */
  opened: readonly UserId[];
  onOpen: (userId: UserId) => void;
  onClose: () => void;
}

/**
 * A dialog that opens a conversation by a few letters of a name. The field keeps the focus; arrows move through the
 * results, Enter opens one, Escape closes.
 */
export function Switcher({ selectedId, opened, onOpen, onClose }: SwitcherProps) {
  const queryClient = useQueryClient();
  const [query, setQuery] = useState('');
  // The names to search, without their messages.
  const { data: ids } = useQuery({
    ...userQueries.list(),
    select: (users) => users.map(({ _id }) => _id),
  });
  const directory = useMemo(
    () => ids && makeDirectory(getUsers(queryClient) ?? [], opened),
    [ids, opened, queryClient],
  );
  const found = useMemo(
    () => (directory ? findPeople(directory, query, selectedId) : []),
    [directory, query, selectedId],
  );
  const isBlank = query.trim() === '';
  const { active, setActive, move, listId, listRef, optionId } = useActiveOption(found.length);

  function choose(userId: UserId | undefined): void {
    if (userId === undefined) return;
    // First, since the opened conversation takes the focus.
    listRef.current?.closest('dialog')?.close();
    onOpen(userId);
    onClose();
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter') choose(found[active]?.userId);
    else if (hasModifier(event) || !move(event.key)) return;
    event.preventDefault();
  };

  return (
    <Dialog css={dialog} aria-label={texts.title} onClose={onClose} onKeyDown={handleKeyDown}>
      <div css={field}>
        <Search size={20} />
        <input
          type="text"
          role="combobox"
          aria-label={texts.field}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? optionId(active) : undefined}
          placeholder={texts.placeholder}
          autoComplete="off"
          maxLength={LIMITS.searchQuery}
          spellCheck={false}
          dir="auto"
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
        />
      </div>
      <div css={list} ref={listRef} role="listbox" id={listId} aria-label={texts.people}>
        {found.map((one, index) => (
          <SwitcherOption
            key={one.userId}
            id={optionId(index)}
            found={one}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => choose(one.userId)}
          />
        ))}
      </div>
      <div role="status">
        {directory && found.length === 0 && (
          <p css={nobody}>{isBlank ? texts.alone : texts.nobody}</p>
        )}
        {!isBlank && found.length > 0 && (
          <VisuallyHidden>{texts.found(found.length)}</VisuallyHidden>
        )}
      </div>
    </Dialog>
  );
}

interface SwitcherOptionProps {
  id: string;
  found: Found;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function SwitcherOption({ id, found, isActive, onPoint, onChoose }: SwitcherOptionProps) {
  const { userId, parts } = found;
  const user = useUser(userId);
  const isOnline = useIsOnline(userId);
  const isReconnecting = useIsReconnecting();
  const isKnown = isOnline !== undefined && !isReconnecting;
  const unseen = useUnseenCount(userId);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div role="option" id={id} aria-selected={isActive} onPointerMove={onPoint} onClick={onChoose}>
      {user && <Avatar user={user} size={32} online={isKnown && isOnline} />}
      <bdi className="name" translate="no">
        {parts.map(({ text, isMatch }, index) => {
          const Part = isMatch ? 'b' : 'span';
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is what stands at its place
          return <Part key={index}>{text}</Part>;
        })}
      </bdi>
      <span className="state">
        {isKnown && <span data-online={isOnline}>{isOnline ? texts.online : texts.offline}</span>}
        <Badge count={unseen}>
          <VisuallyHidden>{texts.unread}</VisuallyHidden>
        </Badge>
      </span>
    </div>
  );
}

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-6px)' } });

export const dialog = css({
  width: 'min(520px, calc(100vw - 24px))',
  maxHeight: 'min(560px, 76dvh)',
  marginBlock: '12dvh auto',
  marginInline: 'auto',
  borderRadius: 'var(--r-l)',
  overflow: 'hidden',
  animation: `${appear} var(--d-base) var(--ease-out)`,
  '&[open]': { display: 'flex', flexDirection: 'column' },
  [small]: { marginBlockStart: 12 },
});

export const field = css({
  flex: 'none',
  ...flexRow('var(--s3)'),
  paddingInline: 'var(--s5)',
  borderBlockEnd: '1px solid var(--line)',
  '& > svg': { flex: 'none', color: 'var(--text-muted)' },
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: 56,
    border: 0,
    outline: 'none',
    background: 'none',
    color: 'inherit',
    font: 'var(--t-md)',
    fontSize: '1.0625rem',
  },
});

/** Large text: the state is below the name. */
const narrow = '@container (max-width: 15rem)';

export const list = css({
  // As high as its content: with a basis of zero WebKit shows a dialog of one row.
  flex: '0 1 auto',
  minHeight: 0,
  padding: 'var(--s2)',
  containerType: 'inline-size',
  ...scrolls,
  '&:empty': { display: 'none' },
  '& > [role=option]': {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 'var(--s3)',
    minHeight: 'var(--tap)',
    paddingBlock: 'var(--s1)',
    paddingInline: 'var(--s3)',
    borderRadius: 'var(--r-m)',
    cursor: 'pointer',
    '--behind': 'var(--raised)',
    '&[aria-selected=true]': {
      '--behind': 'var(--accent-soft)',
      background: 'var(--behind)',
      [forcedColors]: { outline: '2px solid Highlight', outlineOffset: -2 },
    },
  },
  '& .name': {
    justifySelf: 'start',
    maxWidth: '100%',
    ...oneLine,
    font: 'var(--t-md)',
    '& > b': { fontWeight: 650, color: 'var(--accent-text)' },
    [narrow]: { gridColumn: '2 / -1' },
  },
  '& .state': {
    ...flexRow('var(--s2)'),
    ...muted,
    '& > [data-online=true]': { color: 'var(--online-text)' },
    [narrow]: { gridColumn: '2 / -1' },
  },
});

export const nobody = css({
  padding: 'var(--s5)',
  ...muted,
  textAlign: 'center',
});

const texts = {
  title: 'Go to a person',
  field: 'Name',
  placeholder: 'Go to a person…',
  people: 'People',
  online: 'Online',
  offline: 'Offline',
  unread: ' unread',
  found: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  nobody: 'No matches',
  alone: 'Nobody else here yet',
} as const;
