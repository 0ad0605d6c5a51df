/** What is counted for some time: attempts, and bytes of pictures. */
import type { PictureDay, PictureDayStore } from '../domain/ports/pictures.ts';
import type { Attempt, CountedAttempt } from '../domain/ports/sessions.ts';
import { parseId } from './ids.ts';
import { readInteger } from './rows.ts';
import { ask, askOne, defineStatement, readClock, type Steps } from './steps.ts';

// `$2` is counted, `$3` the time of the call and `$4` for how long it counts. A time that ends too far ahead began while the
// clock was wrong.
const [NOW, LENGTH, NEW] = ['cast($3 as bigint)', 'cast($4 as bigint)', 'cast($2 as bigint)'];
const IS_OVER = `earlier.ends_at not between ${NOW} + 1 and ${NOW} + 2 * ${LENGTH}`;
const ENDS_AT = `case when ${IS_OVER} then excluded.ends_at else earlier.ends_at end`;
const sumOf = (column: string) => `case when ${IS_OVER} then 0 else earlier.${column} end + ${NEW}`;

const COUNT_ATTEMPT = defineStatement(`
  insert into attempts as earlier (key, count, ends_at) values ($1, ${NEW}, ${NOW} + ${LENGTH})
  on conflict (key) do update set count = ${sumOf('count')}, ends_at = ${ENDS_AT}
  returning count, ends_at`);

const FORGIVE_ATTEMPT = defineStatement(`
  update attempts set count = count - 1 where key = $1 and count > 0`);

const ADD_PICTURE_BYTES = defineStatement(`
  insert into picture_days as earlier (person, bytes, ends_at)
  values ($1, case when ${NEW} > 0 then ${NEW} else 0 end, ${NOW} + ${LENGTH})
  on conflict (person) do update set
    bytes = case when ${sumOf('bytes')} > 0 then ${sumOf('bytes')} else 0 end, ends_at = ${ENDS_AT}
  returning bytes, ends_at`);

const READ_PICTURE_DAY = defineStatement(`
  select bytes, ends_at from picture_days where person = $1 and ends_at > $2 and ends_at <= $3`);

export function* countAttempt({ key, windowMs }: Attempt): Steps<CountedAttempt> {
  const at = yield* readClock();
  const row = (yield* askOne(COUNT_ATTEMPT, key, 1, at, windowMs)) ?? {};
  return { count: readInteger(row, 'count'), leftMs: readInteger(row, 'ends_at') - at };
}

export function* forgiveAttempt(key: string): Steps<void> {
  yield* ask(FORGIVE_ATTEMPT, key);
}

export function* addPictureBytes({
  userId,
  bytes,
  dayMs,
}: Parameters<PictureDayStore['addPictureBytes']>[0]): Steps<PictureDay> {
  const at = yield* readClock();
  const person = parseId(userId)?.key ?? null;
  const row = (yield* askOne(ADD_PICTURE_BYTES, person, bytes, at, dayMs)) ?? {};
  return { bytes: readInteger(row, 'bytes'), leftMs: readInteger(row, 'ends_at') - at };
}

/** Writes nothing, so that it can be read on a full disk. */
export function* readPictureDay({
  userId,
  dayMs,
}: Parameters<PictureDayStore['readPictureDay']>[0]): Steps<PictureDay> {
  const at = yield* readClock();
  const person = parseId(userId)?.key ?? null;
  const row = yield* askOne(READ_PICTURE_DAY, person, at, at + 2 * dayMs);
  if (!row) return { bytes: 0, leftMs: dayMs };
  return { bytes: readInteger(row, 'bytes'), leftMs: readInteger(row, 'ends_at') - at };
}
