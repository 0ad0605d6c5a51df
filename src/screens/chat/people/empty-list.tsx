import { SearchX, UsersRound } from '../../../ui/icons/icons.ts';
import { Invite } from './invite.tsx';
import { peopleNotice } from './people-list-styles.ts';
import { texts } from './texts.ts';

export interface EmptyListProps {
  /** There is nobody at all; otherwise nobody has such a name. */
  isEmpty: boolean;
  query: string;
}

/** Stands where rows would be. */
export function EmptyList({ isEmpty, query }: EmptyListProps) {
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
