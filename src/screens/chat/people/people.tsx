import { lateComponent } from '../../../lib/late-component.tsx';
import type { UserId } from '../../../protocol/entities.ts';
import { useZone } from '../../../stores/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { CircleAlert, SearchX, UsersRound } from '../../../ui/icons/icons.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PeopleList, peopleList, peopleNotice } from './people-list.tsx';
import { texts } from './texts.ts';
import type { People as FoundPeople } from './use-people.ts';

interface PeopleProps {
  found: FoundPeople;
  query: string;
  selectedId: UserId | null;
  onOpen: (userId: UserId) => void;
  onLeave: () => void;
}

export function People({ found, query, ...props }: PeopleProps) {
  const { ids, isEmpty, error, retry, onFreeze } = found;
  const zone = useZone();
  if (!ids) return error ? <Problem error={error} onRetry={retry} /> : <Loading />;
  return (
    <>
      {ids.length > 0 && <PeopleList key={zone} ids={ids} onFreeze={onFreeze} {...props} />}
      {/* Must exist before its text: otherwise screen readers do not read it. */}
      <div role="status">{ids.length === 0 && <EmptyList isEmpty={isEmpty} query={query} />}</div>
    </>
  );
}

function Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div css={peopleNotice} role="alert">
      <CircleAlert size={28} strokeWidth={1.75} />
      <strong>{texts.problem}</strong>
      <span>{error.message}</span>
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

const Invite = lateComponent(async () => (await import('./invite.tsx')).Invite);

interface EmptyListProps {
  /** There is nobody at all; otherwise nobody has such a name. */
  isEmpty: boolean;
  query: string;
}

/** Stands where rows would be. */
function EmptyList({ isEmpty, query }: EmptyListProps) {
  const Icon = isEmpty ? UsersRound : SearchX;
  return (
    <div css={peopleNotice}>
      <Icon size={28} strokeWidth={1.75} />
      <strong>{isEmpty ? texts.nobody : texts.noMatch(query.trim())}</strong>
      <span>{isEmpty ? texts.nobodyHint : texts.noMatchHint}</span>
      {isEmpty && <Invite />}
    </div>
  );
}
