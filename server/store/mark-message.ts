/** Marks a message for one person alone, in one transaction. No number of the conversation moves. */
import type { Mark, MarksChange } from '../../src/protocol/actions.ts';
import type { MessageId, UserId } from '../../src/protocol/entities.ts';
import type { AskedMarking, Marking, MarkingResult } from '../domain/ports/marks.ts';
import { FIND_NEWEST, RENEW_HIGH, RENEW_LOW } from './change-message.ts';
import { parseId } from './ids.ts';
import { findDone, remember } from './keyed.ts';
import { clearedTo, isGoneFor } from './marks-of-person.ts';
import { toParameters } from './parameters.ts';
import { MARK_COLUMNS, toMark } from './read-marks.ts';
import { type Row, readBoolean, readInteger, readIntegerOrNull, readUserId } from './rows.ts';
import { toSide } from './side.ts';
import { ask, askOne, LOCK_CONVERSATION, READ_SIDE, type Steps } from './steps.ts';

/** Also a message that is deleted for both, since a conversation may be cleared up to it. */
const FIND = {
  name: 'find message to mark',
  text: `
    select m.seq, m.conversation, m.created_at as message_created_at, m.deleted_at is not null as is_deleted,
      c.low = person.id as is_low, peer.id, peer.created_at,
      case when c.low = person.id then c.low_newest else c.high_newest end as newest,
      case when c.low = person.id then c.low_unseen else c.high_unseen end as unseen,
      case when c.low = person.id then c.low_seen_to else c.high_seen_to end as seen_to,
      ${clearedTo('person.id')} as cleared_to, ${isGoneFor('person.id')} as is_gone,
      ${MARK_COLUMNS}
    from messages m
    join conversations c on c.id = m.conversation
    join users person on person.id = $1 and person.created_at / 1000 = $2 and person.deleted_at is null
    join users peer on peer.id = c.low + c.high - person.id
    left join marks k on k.person = person.id and k.conversation = m.conversation and k.seq = m.seq
    where m.seq = $3 and m.created_at / 1000 = $4 and person.id in (c.low, c.high)
      and (m.hidden = 0 or m.sender = person.id)`,
};

/** Holds the person's row until the commit, so that numbers are committed in their order. */
const NEXT_MARK = {
  name: 'next mark',
  text: 'update users set marks = marks + 1 where id = $1 returning marks as number',
};

const MARK = {
  name: 'mark message',
  text: `
    insert into marks (person, conversation, seq, created_at, deleted, saved_at, cleared, n)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (person, conversation, seq) do update
    set deleted = excluded.deleted, saved_at = excluded.saved_at, cleared = excluded.cleared, n = excluded.n`,
};

/** What it says is part of the mark that clears. */
const FORGET_CLEARED = {
  name: 'forget cleared marks',
  text: 'delete from marks where person = $1 and conversation = $2 and seq <= $3',
};

const CLEAR_LOW = {
  name: 'clear low',
  text: 'update conversations set low_cleared_to = $2 where id = $1',
};

const CLEAR_HIGH = {
  name: 'clear high',
  text: 'update conversations set high_cleared_to = $2 where id = $1',
};

/** Messages after `$3` and up to `$4` that the person `$2` has not seen, and that are not deleted. */
const COUNT_UNSEEN = {
  name: 'count unseen for marks',
  text: `
    select count(*) as number from messages m join conversations c on c.id = m.conversation
    where m.hidden = 0 and m.deleted_at is null and m.sender = c.low + c.high - $2
      and (m.conversation, m.seq) > ($1, $3) and (m.conversation, m.seq) <= ($1, $4)
      and not ${isGoneFor('$2')}
      and not exists (
        select 1 from seen_alone a
        where a.conversation = m.conversation and a.sender = m.sender and a.seq = m.seq
      )`,
};

/** A message, and what the person has marked of it. */
interface Target {
  person: number;
  row: Row;
  seq: number;
  conversation: number;
  isLow: boolean;
  peerId: UserId;
  messageId: MessageId;
  /** Absent if there is none. */
  mark?: Mark;
}

export function* markMessage(asked: AskedMarking, now: number): Steps<MarkingResult> {
  const { personId, messageId, marking, idempotency } = asked;
  const [person, id] = [parseId(personId), parseId(messageId)];
  if (!person || !id) return { kind: 'gone' };
  yield* ask(LOCK_CONVERSATION, id.key);
  const keyed = idempotency && {
    person: person.key,
    kind: marking.kind,
    target: id.key,
    ...idempotency,
  };
  const done = keyed && (yield* findDone(keyed));
  if (done === 'other') return { kind: 'keyReused' };
  if (done?.outcome === 'gone') return { kind: 'gone' };

  const row = yield* askOne(FIND, ...toParameters(personId, messageId));
  const target = row && toTarget(row, person.key, messageId);
  // The message may be gone since the first call, which was done.
  const isThere = target !== undefined && (done !== undefined || mayMark(target, marking));
  if (keyed && !done) {
    const outcome = isThere ? null : 'gone';
    yield* remember(keyed, { version: null, outcome });
  }
  if (!isThere) return { kind: 'gone' };
  const change =
    done || isSame(target, marking)
      ? { marks: target.mark ? [target.mark] : [] }
      : yield* carryOut(target, marking, now);
  const side = toSide((yield* askOne(READ_SIDE, ...toParameters(personId, target.peerId))) ?? {});
  return { kind: 'marked', change: { ...change, epoch: side.epoch, summary: side.summary } };
}

function toTarget(row: Row, person: number, messageId: string): Target {
  const peerId = readUserId(row);
  return {
    person,
    row,
    seq: readInteger(row, 'seq'),
    conversation: readInteger(row, 'conversation'),
    isLow: readBoolean(row, 'is_low'),
    peerId,
    messageId,
    ...(row.mark_number !== null && { mark: toMark(row, { userId: peerId, messageId }) }),
  };
}

function mayMark({ row, peerId }: Target, marking: Marking): boolean {
  if (marking.kind === 'clear') return parseId(marking.peerId)?.key === parseId(peerId)?.key;
  return !readBoolean(row, 'is_deleted') && !readBoolean(row, 'is_gone');
}

function isSame({ seq, row, mark }: Target, marking: Marking): boolean {
  if (marking.kind === 'save') return marking.saved === (mark?.saved ?? false);
  return marking.kind === 'clear' && seq <= readInteger(row, 'cleared_to');
}

function* carryOut(
  target: Target,
  marking: Marking,
  now: number,
): Steps<Pick<MarksChange, 'marks' | 'before'>> {
  const { person, conversation, seq, isLow, row } = target;
  const { peerId: userId, messageId } = target;
  const number = readInteger((yield* askOne(NEXT_MARK, person)) ?? {}, 'number');
  const state = stateAfter(marking);
  // Counted before the mark: what it deletes is still there.
  const unseen = state.saved === undefined ? yield* countUnseen(target, marking) : 0;
  if (state.clearedUpTo) {
    yield* ask(FORGET_CLEARED, person, conversation, seq);
    yield* ask(isLow ? CLEAR_LOW : CLEAR_HIGH, conversation, seq);
  }
  const at = readInteger(row, 'message_created_at');
  const savedAt = state.saved ? now : null;
  const flags = [Number(state.deleted ?? false), savedAt, Number(state.clearedUpTo ?? false)];
  yield* ask(MARK, person, conversation, seq, at, ...flags, number);
  if (state.saved === undefined) yield* renewSide(target, unseen);
  return { marks: [{ number, userId, messageId, ...state }], before: number - 1 };
}

function stateAfter(marking: Marking): Pick<Mark, 'deleted' | 'saved' | 'clearedUpTo'> {
  switch (marking.kind) {
    case 'save':
      return { saved: marking.saved };
    case 'deleteForMe':
      return { deleted: true };
    case 'clear':
      return { clearedUpTo: true };
  }
}

/** `unseen`: how many unseen messages are gone. */
function* renewSide({ conversation, person, isLow, row }: Target, unseen: number): Steps<void> {
  const newest = readIntegerOrNull(row, 'newest');
  const found = yield* askOne(FIND_NEWEST, conversation, person);
  const next = readIntegerOrNull(found ?? {}, 'seq');
  if (unseen === 0 && next === newest) return;
  yield* ask(isLow ? RENEW_LOW : RENEW_HIGH, conversation, next, unseen);
}

function* countUnseen(
  { conversation, person, seq, row }: Target,
  { kind }: Marking,
): Steps<number> {
  const seenTo = readInteger(row, 'seen_to');
  if (seq <= seenTo || readInteger(row, 'unseen') === 0) return 0;
  const from = kind === 'clear' ? seenTo : seq - 1;
  const counted = yield* askOne(COUNT_UNSEEN, conversation, person, from, seq);
  return readInteger(counted ?? {}, 'number');
}
