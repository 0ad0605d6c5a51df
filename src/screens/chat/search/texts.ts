/** Texts of the search in a conversation. */
import type { SearchView } from '../../../conversation/search.ts';

const STEP = 25;

export const texts = {
  open: 'Search the conversation',
  region: 'Search the conversation',
  field: 'Search messages',
  close: 'Close search',
  older: 'Older result',
  newer: 'Newer result',
  results: 'Results',
  you: 'You',

  searching: 'Searching…',
  none: 'No results',
  count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  /** In steps: the number would change with each part that comes. */
  atLeast: (count: number) => `${count < STEP ? count : count - (count % STEP)}+ results`,
  place: (place: number, count: number, isAll: boolean) =>
    isAll ? `${place} of ${count}` : `${place} of many`,
  noMatch: (query: string) => `No messages contain “${query}”`,
  noMatchHint: 'Check the spelling or try fewer words.',
  reached: (date: string) => `Searched back to ${date}`,
  goOn: 'Search further back',
  failed: 'Search failed',
  tryAgain: 'Try again',
  time: (date: string, time: string) => `${date}, ${time}`,

  date: 'Jump to a date',
  day: 'Day',
  go: 'Jump',
  chooseDay: 'Choose a day.',
  arrived: (date: string) => `The first message from ${date}`,
  arrivedLater: (asked: string, date: string) =>
    `No messages on ${asked}. The next ones are from ${date}.`,
  arrivedAtEnd: (asked: string) => `No messages since ${asked}. This is the newest.`,
  empty: 'There are no messages yet.',
};

/** The state of the search, in a few words. */
export function describeState({ status, hits, reachedAt }: SearchView): string {
  if (status === 'idle' || status === 'error') return '';
  if (hits.length > 0) return reachedAt ? texts.atLeast(hits.length) : texts.count(hits.length);
  return status === 'searching' ? texts.searching : texts.none;
}
