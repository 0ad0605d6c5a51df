/** Devices that get pushes, how far each has come, and mutes. */
import type { UserId } from '../../src/protocol/entities.ts';
import { PUSH_DETAILS } from '../../src/protocol/http.ts';
import {
  type DueMessage,
  type KnownDevice,
  type Mute,
  PUSH_FAILURES,
  type PushDevice,
  type PushKeys,
  type PushPair,
  type PushRecord,
  type PushState,
  type UnseenOfAll,
} from '../domain/ports/push.ts';
import { formatId, formatMessageId, parseId, toParameters } from './ids.ts';
import {
  type Row,
  readBoolean,
  readInteger,
  readIntegerOrNull,
  readText,
  readUserId,
} from './rows.ts';
import { ask, askOne, defineStatement, readClock, type Steps } from './steps.ts';

const KEEP_KEYS = defineStatement(`
  insert into push_sender (id, public_key, private_key) values (1, $1, $2)
  on conflict (id) do nothing`);
const READ_KEYS = defineStatement('select public_key, private_key from push_sender');
/** By the clock of PostgreSQL: those of the nodes may differ. SQLite has one server. */
const TAKE_LEASE = defineStatement(
  `update push_sender
  set holder = $1, held_until = (extract(epoch from clock_timestamp()) * 1000)::bigint + $2::bigint
  where holder is null or holder = $1
    or held_until <= (extract(epoch from clock_timestamp()) * 1000)::bigint
  returning id`,
  '',
);

/** The browser has another account, or another session of it, since. */
const FORGET_OTHERS = defineStatement(`
  delete from push_devices where endpoint = $1 and session <> $2`);
const KEEP_DEVICE = defineStatement(`
  insert into push_devices (session, person, endpoint, p256dh, auth, detail, quiet_from, quiet_to, zone, since)
  select token_hash, "user", $2, $3, $4, $5, cast($6 as integer), cast($7 as integer), $8,
    coalesce((select max(seq) from messages), 0)
  from sessions where token_hash = $1
  on conflict (session) do update set
    failure = case when push_devices.endpoint = excluded.endpoint then push_devices.failure end,
    endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, detail = excluded.detail,
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, zone = excluded.zone
  returning session`);
const DEVICE = `d.session, d.endpoint, d.p256dh, d.auth, d.detail, d.quiet_from, d.quiet_to, d.zone, d.accepted_at,
  d.failure`;
const FIND_DEVICE = defineStatement(`select ${DEVICE} from push_devices d where d.session = $1`);
const DELETE_DEVICE = defineStatement('delete from push_devices where session = $1');
const PEOPLE = defineStatement(`
  select id, created_at from users where id in (select person from push_devices)`);

/** One side of the conversations. Also names pairs whose newest message is the receiver's own; they are decided at once. */
const dueOf = (own: 'low' | 'high', peer: 'low' | 'high') => `
  select distinct person.id as receiver, person.created_at as receiver_at, peer.id, peer.created_at,
    c.${own}_newest as number
  from push_devices d
  join users person on person.id = d.person
  join conversations c on c.${own} = d.person and c.${own}_unseen > 0
  join users peer on peer.id = c.${peer}
  left join pushed p on p.session = d.session and p.conversation = c.id
  where c.${own}_newest > coalesce(p.decided_to, d.since)`;
const DUE = defineStatement(`
  select * from (${dueOf('low', 'high')} union all ${dueOf('high', 'low')}) as due
  order by number desc limit $1`);

/**
 * Ids and seconds of receiver and sender; `$5` is the time. A row for each device, or one without. `has_new`: among the
 * unseen messages up to `$6`, some were not decided for the device.
 */
const STATE = defineStatement(`
  select state.*, m.seq, m.text, m.created_at, ${DEVICE}, coalesce(p.decided_to, d.since) as decided_to,
    exists (
      select 1 from messages
      where conversation = state.conversation and sender = state.peer and hidden = 0 and deleted_at is null
        and seq > state.seen and seq > coalesce(p.decided_to, d.since) and seq <= $6
    ) as has_new
  from (
    select c.id as conversation, person.id as person, peer.id as peer, peer.full_name,
      coalesce(peer.small_id, peer.picture_id) as picture_id,
      case when c.low = person.id then c.low_unseen else c.high_unseen end as unseen,
      case when c.low = person.id then c.low_seen else c.high_seen end as seen,
      peer.deleted_at is not null or peer.locked_at is not null or person.locked_at is not null
        or exists (select 1 from blocks where blocker = person.id and blocked = peer.id)
        or exists (
          select 1 from mutes
          where mutes.person = person.id and mutes.muted = peer.id and (ends_at is null or ends_at > $5)
        ) as is_quiet
    from users person
    join users peer on peer.id = $3 and peer.created_at / 1000 = $4
    join conversations c
      on c.low = case when person.id < peer.id then person.id else peer.id end
      and c.high = case when person.id < peer.id then peer.id else person.id end
    where person.id = $1 and person.created_at / 1000 = $2
  ) as state
  left join messages m on m.seq = (
    select max(seq) from messages
    where conversation = state.conversation and sender = state.peer and hidden = 0 and deleted_at is null
      and seq > state.seen
  )
  left join push_devices d on d.person = state.person
  left join pushed p on p.session = d.session and p.conversation = state.conversation`);
/** More would not fit into a push. */
const NAMED_UNSEEN = 40;
const UNSEEN = defineStatement(`
  select users.id, users.created_at,
    case when exists (
      select 1 from mutes
      where mutes.person = $1 and mutes.muted = users.id and (ends_at is null or ends_at > $2)
    ) then 0 else talk.unseen end as counted
  from (
    select high as peer, low_unseen as unseen, low_newest as newest from conversations
      where low = $1 and low_unseen > 0
    union all
    select low, high_unseen, high_newest from conversations where high = $1 and high_unseen > 0
  ) as talk join users on users.id = talk.peer
  order by talk.newest desc`);

const RECORD_DECIDED = defineStatement(`
  insert into pushed (session, conversation, decided_to)
  select session, $2, $3 from push_devices where session = $1
  on conflict (session, conversation) do update set
    decided_to = case when pushed.decided_to > excluded.decided_to then pushed.decided_to else excluded.decided_to end`);
const RECORD_OUTCOME = defineStatement(`
  update push_devices set
    accepted_at = case when $3 = '' then $4 else accepted_at end, failure = nullif($3, '')
  where session = $1 and endpoint = $2`);
const DROP_GONE = defineStatement('delete from push_devices where session = $1 and endpoint = $2');

const MUTE = defineStatement(`
  insert into mutes (person, muted, ends_at)
  select person.id, peer.id, cast($5 as bigint) from users person, users peer
  where person.id = $1 and person.created_at / 1000 = $2
    and peer.id = $3 and peer.created_at / 1000 = $4 and peer.id <> person.id
  on conflict (person, muted) do update set ends_at = excluded.ends_at
  returning person`);
const UNMUTE = defineStatement('delete from mutes where person = $1 and muted = $2');
const FORGET_MUTES = defineStatement('delete from mutes where person = $1 and ends_at <= $2');
const MUTES = defineStatement(`
  select users.id, users.created_at, mutes.ends_at from mutes join users on users.id = mutes.muted
  where mutes.person = $1 and (mutes.ends_at is null or mutes.ends_at > $2)
  order by users.id`);

function* findPushKeys(): Steps<PushKeys | undefined> {
  const row = yield* askOne(READ_KEYS);
  return (
    row && { publicKey: readText(row, 'public_key'), privateKey: readText(row, 'private_key') }
  );
}

export function* keepPushKeys(fresh: PushKeys): Steps<PushKeys> {
  const kept = yield* findPushKeys();
  if (kept) return kept;
  yield* ask(KEEP_KEYS, fresh.publicKey, fresh.privateKey);
  return (yield* findPushKeys()) ?? fresh;
}

export function* takePushLease(holder: string, ms: number): Steps<boolean> {
  return (yield* ask(TAKE_LEASE, holder, ms)).length > 0;
}

export function* keepPushDevice(device: PushDevice): Steps<boolean> {
  const { tokenHash, endpoint, p256dh, auth, detail, quiet, zone } = device;
  yield* ask(FORGET_OTHERS, endpoint, tokenHash);
  const hours = [quiet?.from ?? null, quiet?.to ?? null] as const;
  const kept = yield* ask(KEEP_DEVICE, tokenHash, endpoint, p256dh, auth, detail, ...hours, zone);
  return kept.length > 0;
}

export function* findPushDevice(tokenHash: string): Steps<KnownDevice | undefined> {
  const row = yield* askOne(FIND_DEVICE, tokenHash);
  return row && toDevice(row);
}

export function* deletePushDevice(tokenHash: string): Steps<void> {
  yield* ask(DELETE_DEVICE, tokenHash);
}

export function* listPushedPeople(): Steps<UserId[]> {
  return (yield* ask(PEOPLE)).map(readUserId);
}

export function* listDuePushes(limit: number): Steps<DueMessage[]> {
  return (yield* ask(DUE, limit)).map((row) => ({
    receiverId: formatId(readInteger(row, 'receiver'), readInteger(row, 'receiver_at')),
    senderId: readUserId(row),
    number: readInteger(row, 'number'),
  }));
}

export function* readPushState(
  { receiverId, senderId }: PushPair,
  upTo: number,
): Steps<PushState | undefined> {
  const people = toParameters(receiverId, senderId);
  const rows = yield* ask(STATE, ...people, yield* readClock(), upTo);
  const [row] = rows;
  if (!row) return undefined;
  return {
    conversation: readInteger(row, 'conversation'),
    sender: {
      fullName: readText(row, 'full_name'),
      ...(row.picture_id !== null && { pictureId: readText(row, 'picture_id') }),
    },
    isQuiet: readBoolean(row, 'is_quiet'),
    ...toNewest(row),
    count: readInteger(row, 'unseen'),
    seenTo: readInteger(row, 'seen'),
    devices: rows
      .filter(({ session }) => session !== null)
      .map((each) => ({
        ...toDevice(each),
        decidedTo: readInteger(each, 'decided_to'),
        hasNew: readBoolean(each, 'has_new'),
      })),
  };
}

export function* readUnseen(userId: UserId): Steps<UnseenOfAll> {
  const rows = yield* ask(UNSEEN, parseId(userId)?.key ?? null, yield* readClock());
  return {
    total: rows.reduce((sum, each) => sum + readInteger(each, 'counted'), 0),
    senderIds: rows.slice(0, NAMED_UNSEEN).map(readUserId),
    isAll: rows.length <= NAMED_UNSEEN,
  };
}

function toNewest(row: Row): Pick<PushState, 'newest'> {
  const number = readIntegerOrNull(row, 'seq');
  if (number === null) return {};
  const createdAt = readInteger(row, 'created_at');
  return {
    newest: {
      _id: formatMessageId(number),
      number,
      createdAt,
      ...(row.text !== null && { text: readText(row, 'text') }),
    },
  };
}

export function* recordPushes({ conversation, decided, outcomes }: PushRecord): Steps<void> {
  const now = yield* readClock();
  for (const { tokenHash, endpoint, failure } of outcomes) {
    if (failure === 'gone') yield* ask(DROP_GONE, tokenHash, endpoint);
    else yield* ask(RECORD_OUTCOME, tokenHash, endpoint, failure ?? '', now);
  }
  for (const { tokenHash, upTo } of decided) {
    yield* ask(RECORD_DECIDED, tokenHash, conversation, upTo);
  }
}

export function* setMute(
  userId: UserId,
  mutedId: UserId,
  until: number | null | undefined,
): Steps<Mute[] | undefined> {
  const [person, muted] = [parseId(userId)?.key ?? null, parseId(mutedId)?.key ?? null];
  if (until === undefined) yield* ask(UNMUTE, person, muted);
  else {
    const isKept = yield* ask(MUTE, ...toParameters(userId, mutedId), until);
    if (isKept.length === 0) return undefined;
  }
  yield* ask(FORGET_MUTES, person, yield* readClock());
  return yield* listMutes(userId);
}

export function* listMutes(userId: UserId): Steps<Mute[]> {
  const rows = yield* ask(MUTES, parseId(userId)?.key ?? null, yield* readClock());
  return rows.map((row) => ({ userId: readUserId(row), until: readIntegerOrNull(row, 'ends_at') }));
}

function toDevice(row: Row): KnownDevice {
  const from = readIntegerOrNull(row, 'quiet_from');
  const to = readIntegerOrNull(row, 'quiet_to');
  const acceptedAt = readIntegerOrNull(row, 'accepted_at');
  const failure = PUSH_FAILURES.find((each) => each === row.failure);
  return {
    tokenHash: readText(row, 'session'),
    endpoint: readText(row, 'endpoint'),
    p256dh: readText(row, 'p256dh'),
    auth: readText(row, 'auth'),
    detail: PUSH_DETAILS.find((each) => each === row.detail) ?? 'nothing',
    ...(from !== null && to !== null && { quiet: { from, to } }),
    zone: readText(row, 'zone'),
    ...(acceptedAt !== null && { acceptedAt }),
    ...(failure && { failure }),
  };
}
