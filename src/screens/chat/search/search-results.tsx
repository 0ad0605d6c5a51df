import type { KeyboardEvent, RefObject } from 'react';
import type { SearchView } from '../../../conversation/search.ts';
import { formatDate, formatTime } from '../../../lib/time.ts';
import type { Message, User } from '../../../protocol/entities.ts';
import { toSearchWords } from '../../../protocol/search-text.ts';
import { Spinner } from '../../../ui/button.tsx';
import { SearchX } from '../../../ui/icons/icons.ts';
import { moveIndex } from '../../../ui/move-index.ts';
import { splitAtMatches } from './find-matches.ts';
import { foot, list, nothing, results } from './search-styles.ts';
import { texts } from './texts.ts';

interface SearchResultsProps {
  listRef: RefObject<HTMLUListElement | null>;
  query: string;
  search: SearchView;
  peer: User;
  onPick: (index: number) => void;
  onLeave: () => void;
}

/** The hits, latest first, over the messages. */
export function SearchResults(props: SearchResultsProps) {
  const { listRef, query, search, peer, onPick, onLeave } = props;
  const { status, hits, reachedAt, goOn } = search;
  const words = toSearchWords(query);
  const handleGoOn = () => {
    // The button is removed during the search.
    onLeave();
    goOn();
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const target = moveIndex(event.key, at, buttons.length);
    if (target === undefined) return;
    if (event.key === 'ArrowUp' && at <= 0) onLeave();
    else buttons[target]?.focus();
    event.preventDefault();
  };

  return (
    <div css={results}>
      {hits.length > 0 && (
        <ul css={list} ref={listRef} aria-label={texts.results} onKeyDown={handleKeyDown}>
          {hits.map((hit, index) => (
            <li key={hit._id}>
              <button type="button" onClick={() => onPick(index)}>
                <span className="head">
                  <bdi translate="no">{nameSender(hit, peer)}</bdi>
                  <span>{`, ${describeTime(hit)}`}</span>
                </span>
                <span className="text" dir="auto">
                  <Snippet text={hit.text ?? ''} words={words} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {status === 'done' && hits.length === 0 && !reachedAt && (
        <div css={nothing}>
          <SearchX size={28} strokeWidth={1.75} />
          <strong>{texts.noMatch(query)}</strong>
          <p>{texts.noMatchHint}</p>
        </div>
      )}
      {status === 'searching' && (
        <p css={foot}>
          <Spinner size={16} />
          <span>{reachedAt ? texts.reached(formatDate(reachedAt)) : texts.searching}</span>
        </p>
      )}
      {status === 'error' && (
        <p css={foot}>
          <span>{texts.failed}</span>
          <button type="button" onClick={handleGoOn}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      {status === 'done' && reachedAt && (
        <p css={foot}>
          <span>{texts.reached(formatDate(reachedAt))}</span>
          {search.canGoOn && (
            <button type="button" onClick={handleGoOn}>
              {texts.goOn}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function Snippet({ text, words }: { text: string; words: readonly string[] }) {
  let offset = 0;
  return splitAtMatches(text, words).map(({ text: part, isMatch }) => {
    offset += part.length;
    return isMatch ? <mark key={offset}>{part}</mark> : <span key={offset}>{part}</span>;
  });
}

const nameSender = ({ senderId }: Message, peer: User): string =>
  senderId === peer._id ? peer.fullName : texts.you;

const describeTime = ({ createdAt }: Message): string =>
  texts.time(formatDate(createdAt), formatTime(createdAt));

/** For screen readers. */
export function describeHit(hit: Message, peer: User): string {
  return `. ${nameSender(hit, peer)}, ${describeTime(hit)}: ${hit.text ?? ''}`;
}
