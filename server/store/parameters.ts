/** Converts public ids to query parameters. */
import { parseId } from './ids.ts';

/**
 * Key and second of public ids, two parameters each. An invalid id becomes null, which equals nothing: the query then
 * behaves as for an unknown id.
 */
export function toParameters(...ids: readonly string[]): Array<number | null> {
  return ids.flatMap((id) => {
    const parsed = parseId(id);
    return [parsed?.key ?? null, parsed?.second ?? null];
  });
}
