import { useEffect } from 'react';
import type { UserId } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { CircleAlert } from '../../../ui/icons/form-icons.ts';
import { UsersRound } from '../../../ui/icons/home-icons.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { loadConversationCode, useConversationCode } from '../conversation-code.ts';
import { PeopleList } from './people-list.tsx';
import { peopleList, peopleNotice } from './people-list-styles.ts';
import { texts } from './texts.ts';
import type { People as FoundPeople } from './use-people.ts';

interface PeopleProps {
  found: FoundPeople;
  query: string;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  onLeave: () => void;
}

/** The list, or the reason why there is none. */
export function People({ found, query, ...props }: PeopleProps) {
  const { ids, isEmpty, error, retry, onHold } = found;
  if (!ids) return error ? <Problem error={error} onRetry={retry} /> : <Loading />;
  return (
    <>
      {ids.length > 0 && <PeopleList ids={ids} onHold={onHold} {...props} />}
      {/* Stands before there is something to say: only then it is read out. */}
      <div role="status">
        {ids.length === 0 && (isEmpty ? <Nobody /> : <NoMatch query={query} />)}
      </div>
    </>
  );
}

function Nobody() {
  const code = useConversationCode();
  useEffect(loadConversationCode, []);
  return (
    <div css={peopleNotice}>
      <UsersRound size={28} strokeWidth={1.75} />
      <strong>{texts.nobody}</strong>
      {texts.nobodyHint}
      {code && <code.Invite />}
    </div>
  );
}

/** The code of the search is there if it has found nobody. */
function NoMatch({ query }: { query: string }) {
  const code = useConversationCode();
  return code && <code.NoMatch query={query} />;
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div css={peopleNotice} role="alert">
      <CircleAlert size={28} strokeWidth={1.75} />
      <strong>{texts.problem}</strong>
      {error.message}
      <Button look="quiet" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}

/** Widths of names, in percent. */
const NAMES = [58, 72, 46, 64, 52, 70, 60, 44, 66, 50, 62];

function Loading() {
  return (
    <ul css={peopleList} aria-busy="true" aria-label={texts.loading}>
      {NAMES.map((width) => (
        <li key={width} className="user-shape" aria-hidden="true">
          <Skeleton style={{ width: 'var(--size)', height: 'var(--size)' }} />
          <span>
            <Skeleton style={{ width: `${width}%`, height: 12 }} />
            <Skeleton style={{ width: '30%', height: 10, marginBlockStart: 10 }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
