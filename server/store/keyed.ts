/** What was done under idempotency keys, in the same transactions. */
import { keyReused } from '../domain/errors.ts';
import { readIntegerOrNull, readText } from './rows.ts';
import { askOne, type Statement, type Steps } from './steps.ts';

export interface Keyed {
  person: number;
  key: string;
  kind: string;
  /** Number of a message, which need not exist. */
  target: number;
  bodyHash: string;
}

/** `version` and `outcome` as in the column. */
export interface Done {
  version: number | null;
  outcome: string | null;
}

const FIND: Statement = {
  name: 'find operation',
  text: 'select kind, target, version, body_hash, outcome from operations where sender = $1 and key = $2',
};

export const REMEMBER: Statement = {
  name: 'remember operation',
  text: `
    insert into operations (sender, key, kind, target, version, body_hash, outcome, at)
    values ($1, $2, $3, $4, $5, $6, $7, (select ms from operating_time where id = 1))
    on conflict do nothing
    returning target`,
};

/** The body of what is erased is no longer known: then everything of that kind is the same. */
export function* findDone({
  person,
  key,
  kind,
  target,
  bodyHash,
}: Keyed): Steps<Done | 'other' | undefined> {
  const row = yield* askOne(FIND, person, key);
  if (!row) return undefined;
  const isSame =
    row.kind === kind &&
    row.target === target &&
    (row.body_hash === null || row.body_hash === bodyHash);
  if (!isSame) return 'other';
  return {
    version: readIntegerOrNull(row, 'version'),
    outcome: row.outcome === null ? null : readText(row, 'outcome'),
  };
}

/** Throws if another transaction has just used the key for another message. */
export function* remember(
  { person, key, kind, target, bodyHash }: Keyed,
  { version, outcome }: Done,
): Steps<void> {
  const row = yield* askOne(REMEMBER, person, key, kind, target, version, bodyHash, outcome);
  if (!row && outcome === null) throw keyReused();
}
