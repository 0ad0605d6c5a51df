/** From public ids to what a query takes in their place. */
import { parseId } from '../ids.ts';

/**
 * Key and second of public ids, two parameters each. What cannot be an id becomes null, which is equal to
 * nothing: a query asks for it as for any id that nobody has.
 */
export function toParameters(...ids: readonly string[]): Array<number | null> {
  return ids.flatMap((id) => {
    const parsed = parseId(id);
    return [parsed?.key ?? null, parsed?.second ?? null];
  });
}
