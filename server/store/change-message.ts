/** Changes a message for both people, in one transaction. `judgeChange` decides whether it may be. */
import { type ChangeableMessage, judgeChange } from '../domain/changes.ts';
import { keyReused } from '../domain/errors.ts';
import {
  type AskedChange,
  type Change,
  type ChangeResult,
  type PersonalMessage,
  REFUSALS,
  type Refusal,
} from '../domain/ports/messages.ts';
import { readSide } from './changes.ts';
import { type ParsedId, parseId, parseMessageId, toParameters } from './ids.ts';
import { findMessage } from './messages.ts';
import { type Row, readBoolean, readInteger, readIntegerOrNull, readText } from './rows.ts';
import { ask, askOne, defineStatement, NEXT_NUMBER, readClock, type Steps } from './steps.ts';

/** Orders the changes of the conversation of message `$1`. */
const LOCK_CONVERSATION = defineStatement(
  `select c.id from conversations c
  where c.id = (select conversation from messages where seq = $1)
  for no key update of c`,
  '',
);

/** With the person who asks: `$1` and `$2` are their id, `$3` the number of the message. */
const FIND = defineStatement(`
  select m.seq, m.conversation, m.sender, m.text, m.version, m.hidden, m.picture_id,
    m.deleted_at is not null as is_deleted,
    c.low, c.low_number, c.high_number, c.low_newest, c.high_newest,
    case when c.low = person.id then m.low_emoji else m.high_emoji end as emoji,
    m.hidden = 0 and m.deleted_at is null
      and m.seq > case when m.sender = c.low then c.high_seen else c.low_seen end
      as is_unseen,
    peer.id as peer, peer.created_at as peer_created_at,
    exists (select 1 from blocks where blocker = person.id and blocked = peer.id) as is_blocking,
    exists (select 1 from blocks where blocker = peer.id and blocked = person.id) as is_blocked
  from messages m
  join conversations c on c.id = m.conversation
  join users person on person.id = $1 and person.created_at / 1000 = $2 and person.deleted_at is null
  join users peer on peer.id = c.low + c.high - person.id
  where m.seq = $3 and person.id in (c.low, c.high)`);

const EDIT = defineStatement(`
  update messages set text = $2, change = $3, version = $3, edited_at = $4 where seq = $1`);

const defineBySide = (write: (side: 'low' | 'high') => string) => ({
  low: defineStatement(write('low')),
  high: defineStatement(write('high')),
});

const REACT = defineBySide(
  (side) => `update messages set ${side}_emoji = $2, change = $3 where seq = $1`,
);

/** All that was derived from its content goes with it. */
const ERASE = defineStatement(`
  update messages set
    change = $2, deleted_at = $3, text = null, picture_id = null, picture_width = null, picture_height = null,
    version = null, edited_at = null, body_hash = null, low_emoji = null, high_emoji = null, reply_to = null, forwarded = 0
  where seq = $1`);

const ERASE_BODIES = defineStatement('update operations set body_hash = null where target = $1');

/** Null: this side may not see it. */
const MOVE_SIDES = defineStatement(`
  update conversations set
    low_number = coalesce($2, low_number), high_number = coalesce($3, high_number)
  where id = $1`);

/** The newest message, the counts and the positions as they are told may have changed. */
const RENEW = defineBySide(
  (side) => `
    update conversations set
      ${side}_version = ${side}_version + 1, ${side}_newest = $2, ${side}_unseen = ${side}_unseen - $3
    where id = $1`,
);

/** The newest message of conversation `$1` that is shown to person `$2`: among those of both, and the own hidden ones. */
const FIND_NEWEST = defineStatement(`
  select max(seq) as seq from (
    select * from (
      select m.seq from messages m
      where m.hidden = 0 and m.deleted_at is null
        and (m.conversation, m.seq) >= ($1, 0) and (m.conversation, m.seq) <= ($1, ${Number.MAX_SAFE_INTEGER})
      order by m.conversation desc, m.seq desc limit 1
    ) as visible
    union all
    select * from (
      select m.seq from messages m
      where m.hidden = 1 and m.deleted_at is null
        and (m.conversation, m.sender, m.seq) >= ($1, $2, 0)
        and (m.conversation, m.sender, m.seq) <= ($1, $2, ${Number.MAX_SAFE_INTEGER})
      order by m.conversation desc, m.sender desc, m.seq desc limit 1
    ) as hidden
  ) as newest`);

interface Target extends ChangeableMessage {
  seq: number;
  conversation: number;
  sender: number;
  person: number;
  isHidden: boolean;
  isUnseen: boolean;
  row: Row;
}

export function* changeMessage(asked: AskedChange): Steps<ChangeResult> {
  const [person, seq] = [parseId(asked.personId), parseMessageId(asked.messageId)];
  if (!person || seq === undefined) return { kind: 'refused', refusal: 'gone' };
  yield* ask(LOCK_CONVERSATION, seq);
  const now = yield* readClock();
  const { change, idempotency } = asked;
  const keyed = idempotency && {
    person: person.key,
    kind: change.kind,
    target: seq,
    at: now,
    ...idempotency,
  };
  const done = keyed && (yield* findDone(keyed));
  if (done === 'other') return { kind: 'keyReused' };
  if (done) return yield* repeat(asked, done);

  const row = yield* askOne(FIND, ...toParameters(asked.personId), seq);
  const target = row && toTarget(row, person);
  const judgement = judgeChange(target, change);
  if (!target || (judgement !== 'allowed' && judgement !== 'same')) {
    const refusal = judgement === 'allowed' || judgement === 'same' ? 'gone' : judgement;
    if (keyed) yield* remember(keyed, { version: null, outcome: refusal });
    return yield* refuse(asked, refusal);
  }
  if (judgement === 'same') {
    const version = change.kind === 'edit' ? target.version : null;
    if (keyed) yield* remember(keyed, { version, outcome: null });
    const own = yield* requirePersonal(asked.personId, asked.messageId);
    return { kind: 'unchanged', own, ...(version !== null && { version }) };
  }
  return yield* carryOut(target, asked, keyed, now);
}

function toTarget(row: Row, { key: person }: ParsedId): Target {
  const sender = readInteger(row, 'sender');
  const isHidden = readBoolean(row, 'hidden');
  return {
    seq: readInteger(row, 'seq'),
    conversation: readInteger(row, 'conversation'),
    sender,
    person,
    isOwn: sender === person,
    isShown: !readBoolean(row, 'is_deleted') && !(isHidden && sender !== person),
    isHidden,
    isUnseen: readBoolean(row, 'is_unseen'),
    text: row.text === null ? null : readText(row, 'text'),
    version: readIntegerOrNull(row, 'version') ?? 0,
    emoji: row.emoji === null ? null : readText(row, 'emoji'),
    isBlocking: readBoolean(row, 'is_blocking'),
    row,
  };
}

function* carryOut(
  target: Target,
  { personId, messageId, change }: AskedChange,
  keyed: Keyed | undefined,
  now: number,
): Steps<ChangeResult> {
  const { conversation, person, isHidden, isOwn, row } = target;
  const number = readInteger((yield* askOne(NEXT_NUMBER)) ?? {}, 'number');
  yield* apply(target, change, number, now);
  const ownSide = sideOf(person, row);
  const otherSide = ownSide === 'low' ? 'high' : 'low';
  const isForOther = !(isHidden && isOwn);
  const numberOf = (side: 'low' | 'high') => (side === ownSide || isForOther ? number : null);
  yield* ask(MOVE_SIDES, conversation, numberOf('low'), numberOf('high'));
  const version = change.kind === 'edit' ? number : null;
  if (keyed) yield* remember(keyed, { version, outcome: null });

  const own = yield* requirePersonal(personId, messageId);
  const other = isForOther ? yield* requirePersonal(own.peerId, messageId) : undefined;
  return {
    kind: 'changed',
    own: { ...own, before: readInteger(row, `${ownSide}_number`), isBlocking: false },
    ...(other && {
      other: {
        ...other,
        before: readInteger(row, `${otherSide}_number`),
        isBlocking: readBoolean(row, 'is_blocked'),
      },
    }),
    ...(version !== null && { version }),
    // No other row names it: each message has a picture of its own.
    ...(change.kind === 'delete' &&
      row.picture_id !== null && { unnamedPicture: readText(row, 'picture_id') }),
  };
}

const sideOf = (person: number, row: Row) => (person === readInteger(row, 'low') ? 'low' : 'high');

function* apply(target: Target, change: Change, number: number, now: number): Steps<void> {
  const { seq, row } = target;
  switch (change.kind) {
    case 'edit':
      yield* ask(EDIT, seq, change.text, number, now);
      return;
    case 'react':
      yield* ask(REACT[sideOf(target.person, row)], seq, change.emoji, number);
      return;
    case 'delete':
      yield* erase(target, number, now);
  }
}

function* erase(target: Target, number: number, now: number): Steps<void> {
  const { seq, conversation, sender, row } = target;
  yield* ask(ERASE, seq, number, now);
  yield* ask(ERASE_BODIES, seq);
  for (const person of target.isHidden ? [sender] : [sender, readInteger(row, 'peer')]) {
    const side = sideOf(person, row);
    const before = readIntegerOrNull(row, `${side}_newest`);
    const found = before === seq && (yield* askOne(FIND_NEWEST, conversation, person));
    const newest = found ? readIntegerOrNull(found, 'seq') : before;
    const unseen = Number(target.isUnseen && person !== sender);
    yield* ask(RENEW[side], conversation, newest, unseen);
  }
}

/** The state as it is now, with what the first call came to. */
function* repeat(asked: AskedChange, { outcome, version }: Done): Steps<ChangeResult> {
  const refusal = REFUSALS.find((each) => each === outcome);
  if (refusal) return yield* refuse(asked, refusal);
  const own = yield* requirePersonal(asked.personId, asked.messageId);
  return { kind: 'unchanged', own, ...(version !== null && { version }) };
}

function* refuse({ personId, messageId }: AskedChange, refusal: Refusal): Steps<ChangeResult> {
  const own = refusal === 'gone' ? undefined : yield* findPersonal(personId, messageId);
  return { kind: 'refused', refusal, ...(own && { own }) };
}

function* findPersonal(personId: string, messageId: string): Steps<PersonalMessage | undefined> {
  const found = yield* findMessage(personId, messageId);
  if (!found) return undefined;
  return { personId, ...found, side: yield* readSide(personId, found.peerId) };
}

function* requirePersonal(personId: string, messageId: string): Steps<PersonalMessage> {
  const own = yield* findPersonal(personId, messageId);
  if (own) return own;
  throw new Error('A message is not there for a person who may see it.');
}

/** Clients may rely on 24 h. The key of a send is kept with its message. */
export const KEYS_KEPT_MS = 48 * 60 * 60 * 1000;

/** What was done under idempotency keys, in the same transactions. */
interface Keyed {
  person: number;
  key: string;
  kind: string;
  /** Number of a message, which need not exist. */
  target: number;
  bodyHash: string;
  at: number;
}

/** `version` and `outcome` as in the column. */
interface Done {
  version: number | null;
  outcome: string | null;
}

const FIND_OPERATION = defineStatement(`
  select kind, target, version, body_hash, outcome from operations where sender = $1 and key = $2
  union all
  select 'send', seq, null, null, null from messages where sender = $1 and key = $2`);

const REMEMBER = defineStatement(`
  insert into operations (sender, key, kind, target, version, body_hash, outcome, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict do nothing
  returning target`);

/** The body of what is erased is no longer known: then everything of that kind is the same. */
function* findDone({
  person,
  key,
  kind,
  target,
  bodyHash,
}: Keyed): Steps<Done | 'other' | undefined> {
  const row = yield* askOne(FIND_OPERATION, person, key);
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
function* remember(
  { person, key, kind, target, bodyHash, at }: Keyed,
  { version, outcome }: Done,
): Steps<void> {
  const row = yield* askOne(REMEMBER, person, key, kind, target, version, bodyHash, outcome, at);
  if (!row && outcome === null) throw keyReused();
}
