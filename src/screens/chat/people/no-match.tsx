import { SearchX } from '../../../ui/icons/later-icons.ts';
import { peopleNotice } from './people-list-styles.ts';
import { texts } from './tool-texts.ts';

/** Nobody in the list has such a name. */
export function NoMatch({ query }: { query: string }) {
  return (
    <div css={peopleNotice}>
      <SearchX size={28} strokeWidth={1.75} />
      <strong>{texts.noMatch(query.trim())}</strong>
      {texts.noMatchHint}
    </div>
  );
}
