import { css } from '@emotion/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isReachable } from '../../../people/is-reachable.ts';
import { findUser } from '../../../people/patches.ts';
import { userQueries } from '../../../people/users.ts';
import type { User, UserId } from '../../../protocol/entities.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Search, X } from '../../../ui/icons/icons.ts';
import { isComposing } from '../../../ui/keys.ts';
import { notify } from '../../../ui/notify.ts';
import { flexRow, muted, oneLine, twoLines } from '../../../ui/styles.ts';
import { Dialog } from '../../dialog.tsx';
import { orderByRecency } from '../people/use-people.ts';
import { findPeople, makeDirectory } from '../switcher/find-people.ts';
import { field } from '../switcher/switcher.tsx';
import { texts } from './texts.ts';

const sheet = css({
  width: 'min(26rem, calc(100vw - 24px))',
  height: 'min(560px, calc(100dvh - 24px))',
  overflow: 'hidden',
  '&[open]': { display: 'grid', grid: 'auto minmax(0, 1fr) auto / minmax(0, 1fr)' },
  '& > fieldset': {
    minWidth: 0,
    margin: 0,
    paddingBlock: 0,
    paddingInline: 'var(--s6)',
    border: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    '& > label': { width: '100%', minHeight: 48, color: 'var(--text)', font: 'var(--t-md)' },
    '& > p': { paddingBlock: 'var(--s4)', color: 'var(--text-muted)' },
    '& bdi': { ...oneLine },
  },
  '& > footer': {
    ...flexRow('var(--s3)'),
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    paddingBlock: 'var(--s3)',
    paddingInline: 'var(--s6)',
    borderBlockStart: '1px solid var(--line)',
    '& > p': {
      ...twoLines,
      // Large text has a line of its own.
      flex: '1 1 10rem',
      ...muted,
    },
    '& > button': { flex: 'none', minHeight: 44 },
  },
});

/** More than anybody reads; letters of a name find the rest. */
const MAX_SHOWN = 50;

interface ForwardDialogProps {
  onForward: (userIds: readonly UserId[]) => void;
  onClose: () => void;
}

export function ForwardDialog({ onForward, onClose }: ForwardDialogProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<readonly User[]>([]);
  const { data: users } = useQuery(userQueries.list());
  const reachable = useMemo(() => users?.filter(isReachable) ?? [], [users]);
  const directory = useMemo(() => makeDirectory(reachable, []), [reachable]);
  const found = useMemo(() => {
    const ids =
      query.trim() === ''
        ? orderByRecency(reachable).slice(0, MAX_SHOWN)
        : findPeople(directory, query, null).map(({ userId }) => userId);
    return ids.flatMap((id) => findUser(reachable, id) ?? []);
  }, [directory, query, reachable]);

  const toggle = (user: User) =>
    setChosen((before) => {
      const others = before.filter(({ _id }) => _id !== user._id);
      return others.length < before.length ? others : [...before, user];
    });
  const names = chosen.map(({ fullName }) => fullName).join(', ');
  const forward = () => {
    if (chosen.length === 0) return;
    onForward(chosen.map(({ _id }) => _id));
    onClose();
    notify.success(texts.forwarded(names));
  };

  return (
    <Dialog css={sheet} aria-label={texts.forwardTo} onClose={onClose}>
      <div css={field}>
        <Search size={20} />
        <input
          type="search"
          aria-label={texts.findPeople}
          placeholder={texts.forwardToPlaceholder}
          autoComplete="off"
          maxLength={LIMITS.searchQuery}
          spellCheck={false}
          dir="auto"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== 'Enter' || isComposing(event) || query === '' || !first) return;
            toggle(first);
            setQuery('');
          }}
        />
        <IconButton label={texts.close} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <fieldset aria-label={texts.people}>
        {found.map((user) => (
          <Checkbox
            key={user._id}
            label={
              <>
                <Avatar user={user} size={32} />
                <bdi translate="no">{user.fullName}</bdi>
              </>
            }
            checked={chosen.some(({ _id }) => _id === user._id)}
            onChange={() => toggle(user)}
          />
        ))}
        {found.length === 0 && <p>{query === '' ? texts.nobodyElse : texts.noMatches}</p>}
      </fieldset>
      <footer>
        <p role="status">{names === '' ? texts.nobodyChosen : texts.chosen(names)}</p>
        <Button aria-disabled={chosen.length === 0} onClick={forward}>
          {texts.forward}
        </Button>
      </footer>
    </Dialog>
  );
}
