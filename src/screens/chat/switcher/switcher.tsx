import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { getUsers, userQueries } from '../../../people/users.ts';
import type { UserId } from '../../../protocol/entities.ts';
import { hasModifier } from '../../../ui/command-keys.ts';
import { isComposing } from '../../../ui/composing.ts';
import { Search } from '../../../ui/icons/icons.ts';
import { useActiveOption } from '../../../ui/use-active-option.ts';
import { useEarlyEnter } from '../../../ui/use-early-enter.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Dialog } from '../../dialog.tsx';
import { findPeople, makeDirectory } from './find-people.ts';
import { SwitcherOption } from './switcher-option.tsx';
import { dialog, field, list, nobody } from './switcher-styles.ts';
import { texts } from './texts.ts';

interface SwitcherProps {
  /** The person whose conversation is open. */
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
  const isReady = directory !== undefined;
  const isBlank = query.trim() === '';
  const { active, setActive, move, listId, listRef, optionId } = useActiveOption(found.length);
  const { enterWhenReady, forgetEnter } = useEarlyEnter(isReady, () => choose(found[0]?.userId));

  function choose(userId: UserId | undefined): void {
    if (userId === undefined) return;
    // First, since the opened conversation takes the focus.
    listRef.current?.closest('dialog')?.close();
    onOpen(userId);
    onClose();
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && isReady) choose(found[active]?.userId);
    else if (event.key === 'Enter') enterWhenReady();
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
          spellCheck={false}
          dir="auto"
          autoFocus
          value={query}
          onChange={(event) => {
            forgetEnter();
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
        {isReady && found.length === 0 && (
          <p css={nobody}>{isBlank ? texts.alone : texts.nobody}</p>
        )}
        {!isBlank && found.length > 0 && (
          <VisuallyHidden>{texts.found(found.length)}</VisuallyHidden>
        )}
      </div>
    </Dialog>
  );
}
