-- What people have marked for themselves alone: messages that are saved or deleted, and the ends of what they cleared,
-- with all before them. The mark of a message is numbered anew when it changes.
create table marks (
  person bigint not null,
  conversation bigint not null,
  seq bigint not null,
  created_at bigint not null,          -- of the message, which may be gone
  deleted integer not null default 0,
  saved_at bigint,
  cleared integer not null default 0,
  n bigint not null,
  primary key (person, conversation, seq)
);
create unique index marks_by_number on marks (person, n);
create index marks_saved on marks (person, n) where saved_at is not null;

-- The number of the last mark.
alter table users add column marks bigint not null default 0;

-- Messages up to this one are deleted for this side.
alter table conversations
  add column low_cleared_to bigint not null default 0,
  add column high_cleared_to bigint not null default 0;

-- Tombstones, which are removed when they are old.
create index messages_deleted on messages (deleted_at) where deleted_at is not null;

-- As in 0015; messages that the reader has deleted are passed over like others, but were not counted.
create or replace function mark_received(
  reader_key bigint, reader_second bigint, peer_key bigint, peer_second bigint,
  end_seq bigint, end_second bigint, mark text, most integer
)
returns table (
  first_seq bigint, first_at bigint, last_seq bigint, last_at bigint,
  first_of_all bigint, first_of_all_at bigint, is_quiet boolean, is_discreet boolean
)
language plpgsql
as $$
#variable_conflict use_column
declare
  is_low boolean := reader_key < peer_key;
  side record;
  end_at bigint;
  from_seq bigint;
  reached bigint;
  seen integer := 0;
  is_next boolean;
  has_gone boolean;
  is_end_gone boolean := false;
  passed integer;
  sees boolean := mark <> 'delivered';
  quiet boolean;
  discreet boolean;
  tells_seen boolean;
  tells boolean;
begin
  -- A block and a message wait for the same row, so both are decided before or after this.
  select c.id,
    case when is_low then c.low_unseen else c.high_unseen end as unseen,
    case when is_low then c.low_seen_to else c.high_seen_to end as seen_to,
    case when is_low then c.low_delivered_to else c.high_delivered_to end as delivered_to,
    case when is_low then c.low_seen_told else c.high_seen_told end as seen_told,
    case when is_low then c.low_delivered_told else c.high_delivered_told end as delivered_told,
    case when is_low then c.low_cleared_to else c.high_cleared_to end as cleared_to,
    reader.hides | peer.hides as hides
  into side
  from conversations c
  join users reader on reader.id = reader_key and reader.created_at / 1000 = reader_second
  join users peer on peer.id = peer_key and peer.created_at / 1000 = peer_second
  where c.low = least(reader_key, peer_key) and c.high = greatest(reader_key, peer_key)
  for no key update of c;
  if side.id is null then return; end if;
  has_gone := sees and (side.cleared_to > side.seen_to or exists (
    select from marks k
    where k.person = reader_key and k.conversation = side.id and k.seq > side.seen_to and k.deleted = 1
  ));
  if sees and side.unseen = 0 and not has_gone then return; end if;
  quiet := exists (select from blocks where blocker = reader_key and blocked = peer_key);
  reached := case when sees then side.seen_to else side.delivered_to end;
  discreet := sees and not quiet and (side.hides & 1) > 0;

  if end_seq is null then
    select m.seq, m.created_at into end_seq, end_at from messages m
    where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
      and (m.conversation, m.seq) > (side.id, side.seen_to)
      and (m.conversation, m.seq) < (side.id, 9007199254740991)
    order by m.conversation desc, m.seq desc limit 1;
    if not has_gone then seen := side.unseen; end if;
  else
    select m.created_at into end_at from messages m
    where m.seq = end_seq and m.created_at / 1000 = end_second and m.conversation = side.id
      and m.sender = peer_key and m.hidden = 0 and (m.deleted_at is null or mark <> 'one');
  end if;
  if end_at is null or end_seq <= reached then return; end if;
  if has_gone then
    is_end_gone := end_seq <= side.cleared_to or exists (
      select from marks k
      where k.person = reader_key and k.conversation = side.id and k.seq = end_seq and k.deleted = 1
    );
  end if;

  if mark = 'one' then
    if exists (
      select from seen_alone a where a.conversation = side.id and a.sender = peer_key and a.seq = end_seq
    ) then return; end if;
    is_next := (side.unseen = 1 and not has_gone) or not exists (
      select from messages m
      where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
        and (m.conversation, m.seq) > (side.id, side.seen_to) and (m.conversation, m.seq) < (side.id, end_seq)
        and not exists (
          select from seen_alone a
          where a.conversation = m.conversation and a.sender = m.sender and a.seq = m.seq
        )
    );
    seen := (not is_end_gone)::integer;
    if not is_next then
      insert into seen_alone (conversation, sender, seq, told)
      values (side.id, peer_key, end_seq, case when quiet then 0 when discreet then 1 else 2 end);
      update conversations c set
        low_unseen = c.low_unseen - is_low::integer * seen,
        high_unseen = c.high_unseen - (not is_low)::integer * seen,
        -- No position of the two moves, so the summary of the peer is the same.
        low_turn = c.low_turn + is_low::integer, high_turn = c.high_turn + (not is_low)::integer
      where c.id = side.id;
      return query select end_seq, end_at, end_seq, end_at, end_seq, end_at,
        quiet or (discreet and end_seq <= side.delivered_told), discreet;
      return;
    end if;
  elsif seen = 0 then
    select count(*), count(*) filter (where m.seq > side.cleared_to and not exists (
      select from marks k
      where k.person = reader_key and k.conversation = m.conversation and k.seq = m.seq and k.deleted = 1
    ))
    into passed, seen from messages m
    where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
      and (m.conversation, m.seq) > (side.id, reached)
      and (m.conversation, m.seq) <= (side.id, end_seq)
      and not exists (
        select from seen_alone a
        where a.conversation = m.conversation and a.sender = m.sender and a.seq = m.seq
      );
    if passed = 0 then return; end if;
  end if;

  tells_seen := sees and not quiet and not discreet;
  -- Not even that something was told again shows that it was seen.
  tells := tells_seen or (not quiet and end_seq > side.delivered_told);
  from_seq := case
    when tells_seen then side.seen_told
    when quiet then reached
    else least(reached, side.delivered_told)
  end;
  select m.seq, m.created_at into first_of_all, first_of_all_at from messages m
  where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
    and (m.conversation, m.seq) > (side.id, from_seq) and (m.conversation, m.seq) <= (side.id, end_seq)
  order by m.conversation, m.seq limit 1;
  if first_of_all is null then return; end if;

  if is_low then
    update conversations c set
      low_unseen = case when sees then c.low_unseen - seen else c.low_unseen end,
      low_seen_to = case when sees then end_seq else c.low_seen_to end,
      low_delivered_to = greatest(c.low_delivered_to, end_seq),
      low_seen_told = case when tells_seen then end_seq else c.low_seen_told end,
      low_delivered_told = case when quiet then c.low_delivered_told else greatest(c.low_delivered_told, end_seq) end,
      low_turn = c.low_turn + sees::integer, high_turn = c.high_turn + tells::integer
    where c.id = side.id;
  else
    update conversations c set
      high_unseen = case when sees then c.high_unseen - seen else c.high_unseen end,
      high_seen_to = case when sees then end_seq else c.high_seen_to end,
      high_delivered_to = greatest(c.high_delivered_to, end_seq),
      high_seen_told = case when tells_seen then end_seq else c.high_seen_told end,
      high_delivered_told = case when quiet then c.high_delivered_told else greatest(c.high_delivered_told, end_seq) end,
      high_turn = c.high_turn + sees::integer, low_turn = c.low_turn + tells::integer
    where c.id = side.id;
  end if;
  if sees then
    delete from seen_alone a using conversations c
    where c.id = side.id and a.conversation = side.id and a.sender = peer_key and a.seq <= end_seq
      and (a.told = 0
        or a.seq <= case when is_low then c.low_seen_told else c.high_seen_told end
        or (a.told = 1 and a.seq <= case when is_low then c.low_delivered_told else c.high_delivered_told end));
  end if;

  -- The newest part ends with the message itself, whatever lies between.
  return query
  select part.first_seq, part.first_at, part.last_seq, part.last_at, first_of_all, first_of_all_at, not tells, discreet
  from list_visible_parts(side.id, peer_key, first_of_all, end_seq, most) as part;
end
$$;
