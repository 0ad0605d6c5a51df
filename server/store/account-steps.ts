/** Codes, locks and emails of accounts. */

import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { CodeKind } from '../../src/protocol/entrance.ts';
import { toNameKey } from '../../src/protocol/text.ts';
import { toEmailKey } from '../domain/email-key.ts';
import { usedInvitation } from '../domain/entrance.ts';
import { DomainError } from '../domain/errors.ts';
import {
  type AccountSummary,
  type EmailChange,
  type EndedSessions,
  INVITATION_ID_LENGTH as ID_LENGTH,
  type NewCode,
  type OpenCode,
  type PasswordReset,
} from '../domain/ports/codes.ts';
import type { NewUser, StoredUser } from '../domain/ports/users.ts';
import { formatMessageId, LATEST_CREATION, toParameters } from './ids.ts';
import { type Row, readInteger, readText, toUser, USER_COLUMNS } from './rows.ts';
import { ask, askOne, defineStatement, readClock, type Steps } from './steps.ts';
import { endSessions } from './users.ts';

/** Messages that are deleted together with an account, in one go. */
const SENT_AT_ONCE = 100;

const FIND_PERSON = defineStatement(`
  select id from users where id = $1 and created_at / 1000 = $2 and deleted_at is null`);

const COUNT_OPEN = defineStatement(`
  select count(*) as count from codes
  where kind = 'invite' and person = $1 and uses_left > 0 and ends_at > $2`);

const FORGET_RESETS = defineStatement("delete from codes where kind = 'reset' and person = $1");

const CREATE_CODE = defineStatement(`
  insert into codes (code_hash, kind, person, uses_left, created_at, ends_at)
  values ($1, $2, $3, $4, $5, $6)`);

/** An inviter who is locked invites nobody; a locked person may still get a new password. */
const OPEN_CODES = `
  select code_hash, uses_left, codes.created_at as code_created_at, ends_at, person, ${USER_COLUMNS}
  from codes left join users on users.id = codes.person
  where uses_left > 0 and ends_at > $1
    and users.deleted_at is null and (kind = 'reset' or users.locked_at is null)`;

const FIND_CODE = defineStatement(`${OPEN_CODES} and code_hash = $2 and kind = $3`);

/** Of person `$2`, or of everybody. */
const LIST = defineStatement(`
  ${OPEN_CODES} and kind = 'invite' and (cast($2 as bigint) is null or person = $2)
  order by codes.created_at desc, code_hash`);

const DELETE = defineStatement(`
  delete from codes where kind = 'invite' and substr(code_hash, 1, ${ID_LENGTH}) = $1
    and (cast($2 as bigint) is null or person = $2)
  returning code_hash`);

/** Of two at once, one finds no use left. */
const USE_CODE = defineStatement(`
  update codes set uses_left = uses_left - 1 where code_hash = $1 and uses_left > 0
  returning code_hash`);

const CREATE_USER = defineStatement(`
  insert into users (full_name, name_key, email, email_key, password_hash, bio, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (email_key) do nothing
  returning ${USER_COLUMNS}`);

const SET_PASSWORD = defineStatement(`
  update users set password_hash = $2 where id = $1 and deleted_at is null returning ${USER_COLUMNS}`);

const FIND_EMAIL = defineStatement('select id from users where email_key = $1 and id <> $2');

const SET_EMAIL = defineStatement(`
  update users set email = $3, email_key = $4 where id = $1 and password_hash = $2
  returning ${USER_COLUMNS}`);

/** At `$2`, unless it is locked already; null unlocks it. */
const SET_LOCKED = defineStatement(`
  update users set locked_at = case when cast($2 as bigint) is not null then coalesce(locked_at, $2) end
  where id = $1 returning ${USER_COLUMNS}`);

const LIST_ACCOUNTS = defineStatement(`
  select ${USER_COLUMNS} from users where deleted_at is null order by name_key, id`);

const LIST_SENT = defineStatement(
  ['0', '1']
    .map(
      (hidden) => `
        select * from (
          select m.seq from conversations c join messages m on m.conversation = c.id
          where (c.low = $1 or c.high = $1) and m.sender = $1 and m.hidden = ${hidden}
            and m.deleted_at is null
          limit ${SENT_AT_ONCE}
        ) as sent_${hidden}`,
    )
    .join(' union all '),
);

/** With an invitation, one of its uses is taken in the same commit. */
export function* createUser(user: NewUser): Steps<StoredUser> {
  const at = yield* readClock();
  const { fullName, email, passwordHash, bio, inviteHash } = user;
  if (inviteHash !== undefined && !(yield* findCode('invite', inviteHash, at)))
    throw usedInvitation();
  const names = [fullName, toNameKey(fullName), email, toEmailKey(email)];
  const row = yield* askOne(
    CREATE_USER,
    ...names,
    passwordHash,
    bio,
    Math.min(at, LATEST_CREATION),
  );
  if (!row) throw new DomainError('emailTaken', 'An account with this email already exists.');
  if (inviteHash !== undefined && !(yield* askOne(USE_CODE, inviteHash))) throw usedInvitation();
  return toUser(row);
}

export function* createCode({
  codeHash,
  kind,
  userId,
  uses,
  endsAt,
  now,
  most,
}: NewCode & { now: number; most?: number }): Steps<boolean> {
  const person = userId === undefined ? null : yield* findKey(userId);
  if (person === undefined) return false;
  if (most !== undefined) {
    const open = yield* askOne(COUNT_OPEN, person, now);
    if (readInteger(open ?? {}, 'count') >= most) return false;
  }
  if (kind === 'reset') yield* ask(FORGET_RESETS, person);
  yield* ask(CREATE_CODE, codeHash, kind, person, uses, yield* readClock(), endsAt);
  return true;
}

export function* findCode(
  kind: CodeKind,
  codeHash: string,
  now: number,
): Steps<OpenCode | undefined> {
  const row = yield* askOne(FIND_CODE, now, codeHash, kind);
  return row && toCode(row);
}

export function* listInvitations(now: number, userId?: UserId): Steps<OpenCode[]> {
  const person = userId === undefined ? null : yield* findKey(userId);
  return person === undefined ? [] : (yield* ask(LIST, now, person)).map(toCode);
}

export function* deleteInvitation(idOfHash: string, userId?: UserId): Steps<boolean> {
  const person = userId === undefined ? null : yield* findKey(userId);
  return person !== undefined && (yield* ask(DELETE, idOfHash, person)).length > 0;
}

export function* resetPassword({
  codeHash,
  passwordHash,
  now,
}: PasswordReset): Steps<EndedSessions | undefined> {
  const found = yield* askOne(FIND_CODE, now, codeHash, 'reset');
  const person = found && readInteger(found, 'person');
  // The row of the code is the lock: another use at the same time finds nothing left.
  if (person === undefined || !(yield* askOne(USE_CODE, codeHash))) return undefined;
  const row = yield* askOne(SET_PASSWORD, person, passwordHash);
  if (!row) return undefined;
  yield* ask(FORGET_RESETS, person);
  return { user: toUser(row), tokenHashes: yield* endSessions(person) };
}

export function* changeEmail({
  userId,
  verifiedHash,
  email,
}: EmailChange): Steps<StoredUser | undefined> {
  const person = yield* findKey(userId);
  if (person === undefined) return undefined;
  const key = toEmailKey(email);
  if (yield* askOne(FIND_EMAIL, key, person)) {
    throw new DomainError('emailTaken', 'An account with this email already exists.');
  }
  const row = yield* askOne(SET_EMAIL, person, verifiedHash, email, key);
  return row && toUser(row);
}

export function* setLocked(userId: UserId, isLocked: boolean): Steps<EndedSessions | undefined> {
  const person = yield* findKey(userId);
  if (person === undefined) return undefined;
  const row = yield* askOne(SET_LOCKED, person, isLocked ? yield* readClock() : null);
  if (!row) return undefined;
  return { user: toUser(row), tokenHashes: isLocked ? yield* endSessions(person) : [] };
}

export function* listAccounts(): Steps<AccountSummary[]> {
  const rows = yield* ask(LIST_ACCOUNTS);
  return rows.map((row) => ({ user: toUser(row), createdAt: readInteger(row, 'created_at') }));
}

export function* listSent(userId: UserId): Steps<MessageId[]> {
  const person = yield* findKey(userId);
  if (person === undefined) return [];
  const rows = yield* ask(LIST_SENT, person);
  return rows.map((row) => formatMessageId(readInteger(row, 'seq')));
}

function* findKey(userId: UserId): Steps<number | undefined> {
  const row = yield* askOne(FIND_PERSON, ...toParameters(userId));
  return row && readInteger(row, 'id');
}

function toCode(row: Row): OpenCode {
  return {
    codeHash: readText(row, 'code_hash'),
    ...(row.person !== null && { user: toUser(row) }),
    usesLeft: readInteger(row, 'uses_left'),
    createdAt: readInteger(row, 'code_created_at'),
    endsAt: readInteger(row, 'ends_at'),
  };
}
