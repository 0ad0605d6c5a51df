import { texts } from './texts.ts';

type Names = readonly (readonly [mark: string, name: string])[];

/** Names in a `User-Agent`, and their usual names. The first match counts: browsers also name older ones. */
const BROWSERS: Names = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
];
const SYSTEMS: Names = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac OS X'],
  ['CrOS', 'CrOS'],
  ['Linux', 'Linux'],
];

/** The browser and the system of a `User-Agent`, if known, or its beginning. */
export function describeClient(client: string): string {
  const find = (names: Names) => names.find(([mark]) => client.includes(mark))?.[1];
  const known = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return known.join(', ') || client.slice(0, 40) || texts.sessions.unknownClient;
}
