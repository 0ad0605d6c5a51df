import { CircleAlert, SearchX, UsersRound } from 'lucide-react';
import type { UserId } from '../../../protocol/entities.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PeopleList } from './people-list.tsx';
import { peopleList, peopleNotice } from './people-list-styles.ts';
import type { FoundUsers } from './use-filtered-users.ts';

interface PeopleProps {
  found: FoundUsers;
  query: string;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
}

/** The list, or in its place why there is none. */
export function People({ found, query, selectedId, onOpen }: PeopleProps) {
  const { users, total, error, retry } = found;
  if (!users) return error ? <Problem error={error} onRetry={retry} /> : <Loading />;
  return (
    <>
      {users.length > 0 && <PeopleList users={users} selectedId={selectedId} onOpen={onOpen} />}
      {/* Stands before there is something to say: only then it is read out. */}
      <div role="status">
        {total === 0 && <Nobody />}
        {total > 0 && users.length === 0 && <NoMatch query={query} />}
      </div>
    </>
  );
}

function Nobody() {
  return (
    <div css={peopleNotice}>
      <UsersRound size={28} strokeWidth={1.75} aria-hidden="true" />
      <strong>No one else is here yet</strong>
      Others appear here once they have signed up.
    </div>
  );
}

function NoMatch({ query }: { query: string }) {
  return (
    <div css={peopleNotice}>
      <SearchX size={28} strokeWidth={1.75} aria-hidden="true" />
      <strong>No one called “{query.trim()}”</strong>
      Check the spelling or try another name.
    </div>
  );
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div css={peopleNotice} role="alert">
      <CircleAlert size={28} strokeWidth={1.75} aria-hidden="true" />
      <strong>The list did not load</strong>
      {error.message}
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** Widths of names, in percent. */
const NAMES = [58, 72, 46, 64, 52, 70, 60, 44, 66, 50, 62];

function Loading() {
  return (
    <ul css={peopleList} aria-busy="true" aria-label="Loading people">
      {NAMES.map((width) => (
        <li key={width} className="user-shape" aria-hidden="true">
          <Skeleton style={{ width: 'var(--size)', height: 'var(--size)' }} />
          <span>
            <Skeleton style={{ width: `${width}%`, height: 12 }} />
            <Skeleton style={{ width: '30%', height: 10, marginTop: 10 }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
