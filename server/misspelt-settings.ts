/** Finds misspelt names of settings. */
import { describeSettings } from './config.ts';

/** Set variables that look like a setting but are none: the intended setting has its default. */
export function findMisspelt(
  environment: Record<string, string | undefined>,
): Array<{ written: string; meant: string }> {
  const names = describeSettings().flatMap(({ name, isSecret }) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  );
  const known = new Set(names);
  return Object.keys(environment).flatMap((written) => {
    if (known.has(written)) return [];
    const meant = names.find((name) => isNearly(toCore(written), toCore(name)));
    return meant === undefined ? [] : [{ written, meant }];
  });
}

/** Removes what is easily confused: case, underscores and the plural. */
function toCore(name: string): string {
  return name.toUpperCase().replaceAll('_', '').replace(/IES$/, 'Y').replace(/S$/, '');
}

/** Whether the two differ by at most one added, missing, changed or swapped letter; short names must be equal. */
function isNearly(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 6 || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}
