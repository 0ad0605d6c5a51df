import type { Quote } from '../../protocol/entities.ts';

/**
 * The quote, or another one of the same message if that is surely later: a quote has the `change` of its message, and
 * nothing comes after a deletion.
 */
export const mergeQuote = <Known extends Quote | undefined>(
  known: Known,
  other: Quote | undefined,
): Known | Quote => (known && other && isLaterQuote(other, known) ? other : known);

function isLaterQuote(quote: Quote, known: Quote): boolean {
  if (quote._id === undefined || quote._id !== known._id || known.deleted) return false;
  if (quote.deleted) return true;
  return quote.change !== undefined && quote.change > (known.change ?? -1);
}
