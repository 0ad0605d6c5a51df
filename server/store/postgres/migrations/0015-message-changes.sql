-- Earlier texts of edited messages; `version` and `at` as in the message, which had 0 instead of null.
create table versions (
  seq bigint not null,
  version bigint not null,
  text text not null,
  at bigint not null,
  primary key (seq, version)
);

-- What was done to a message, so that it can be forgotten with it. Sends are found by the key in the message.
create index operations_on_messages on operations (target) where kind <> 'send';

-- As in 0013, with replies (0: to a message that is gone) and forwarded messages.
drop function append_messages(
  bigint[], bigint[], bigint[], bigint[], text[], text[], integer[], integer[], text[], text[], bigint[]
);
create function append_messages(
  senders bigint[], sender_seconds bigint[], receivers bigint[], receiver_seconds bigint[],
  texts text[], picture_ids text[], picture_widths integer[], picture_heights integer[],
  keys text[], body_hashes text[], ats bigint[], replies bigint[], forwards integer[]
)
returns table (
  place bigint, outcome text, seq bigint, created_at bigint, sent_at bigint, hidden boolean,
  sender_before bigint, sender_turn bigint, receiver_before bigint, receiver_turn bigint
)
language plpgsql
-- Planned once for a connection, not for every batch by the length of its arrays, which is several times the
-- work of a batch of one. Each table is asked by its keys alone, and so the plan has to say, also one that was
-- made while they were almost empty.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  pairs bigint;
  locked bigint;
begin
  select count(distinct (least(a.sender, a.receiver), greatest(a.sender, a.receiver))) into pairs
  from unnest(senders, receivers) as a (sender, receiver);

  -- Each statement sees what was committed before it began, so the ones below see what others did while
  -- this one waited.
  perform from conversations c
  join (
    select distinct least(a.sender, a.receiver) as low, greatest(a.sender, a.receiver) as high
    from unnest(senders, receivers) as a (sender, receiver)
  ) as pair on c.low = pair.low and c.high = pair.high
  order by c.low, c.high
  for no key update of c;
  get diagnostics locked = row_count;

  if locked < pairs then
    insert into conversations (low, high)
    select distinct least(s.id, r.id) as low, greatest(s.id, r.id) as high
    from unnest(senders, sender_seconds, receivers, receiver_seconds)
      as a (sender, sender_second, receiver, receiver_second)
    join users s on s.id = a.sender and s.created_at / 1000 = a.sender_second
    join users r on r.id = a.receiver and r.created_at / 1000 = a.receiver_second
    where s.deleted_at is null and r.deleted_at is null and s.id <> r.id and not exists (
      select from conversations c where c.low = least(s.id, r.id) and c.high = greatest(s.id, r.id)
    )
    order by low, high
    on conflict do nothing;

    -- Also those that another node made meanwhile.
    perform from conversations c
    join (
      select distinct least(a.sender, a.receiver) as low, greatest(a.sender, a.receiver) as high
      from unnest(senders, receivers) as a (sender, receiver)
    ) as pair on c.low = pair.low and c.high = pair.high
    order by c.low, c.high
    for no key update of c;
  end if;

  -- Between the parts of this query there are no joins, only sets that are hashed: the planner does not know
  -- how many messages there are, and would compare each with each.
  return query
  with judged as (
    select a.*, c.id as conversation, c.last_at, c.low_number, c.high_number, c.low_turn, c.high_turn,
      case
        when s.id is null then 'unknownSender'
        when r.id is null or r.id = s.id then 'unknownReceiver'
        when by_sender.blocker is not null then 'blockedReceiver'
      end as refusal,
      by_receiver.blocker is not null as hidden
    from unnest(
      senders, sender_seconds, receivers, receiver_seconds, texts, picture_ids, picture_widths,
      picture_heights, keys, body_hashes, ats, replies, forwards
    ) with ordinality as a (
      sender, sender_second, receiver, receiver_second, text, picture_id, picture_width,
      picture_height, key, body_hash, at, reply_to, forwarded, place
    )
    left join users s
      on s.id = a.sender and s.created_at / 1000 = a.sender_second and s.deleted_at is null
    left join users r
      on r.id = a.receiver and r.created_at / 1000 = a.receiver_second and r.deleted_at is null
    left join conversations c
      on c.low = least(a.sender, a.receiver) and c.high = greatest(a.sender, a.receiver)
    left join blocks by_sender on by_sender.blocker = s.id and by_sender.blocked = r.id
    left join blocks by_receiver on by_receiver.blocker = r.id and by_receiver.blocked = s.id
  ),
  numbered as (
    select timed.*, case when created_at - at > 1000 then at end as sent_at,
      case when refusal is null then nextval('message_numbers') end as seq
    from (
      select judged.*, greatest(last_at, max(least(at, 4294967295999)) filter (where refusal is null)
        over (partition by conversation order by place)) as created_at
      from judged
      order by place
    ) as timed
  ),
  -- A key that was used before, perhaps in this very batch, is not claimed. In the order of the keys, again
  -- so that nobody waits in a circle.
  claimed as (
    insert into operations (sender, key, kind, target, body_hash, at)
    select sender, key, 'send', seq, body_hash, (select ms from operating_time where id = 1) from numbered
    where seq is not null and key is not null
    order by sender, key collate "C", place
    on conflict (sender, key) do nothing
    returning target
  ),
  counted as (
    select n.*, sender < receiver as is_from_low,
      is_stored and (sender < receiver or not hidden) as is_for_low,
      is_stored and (sender > receiver or not hidden) as is_for_high
    from (
      select numbered.*, seq is not null and (key is null or seq in (select target from claimed)) as is_stored
      from numbered
    ) as n
  ),
  sided as (
    select counted.*,
      coalesce(max(seq) filter (where is_for_low) over earlier, low_number) as low_before,
      coalesce(max(seq) filter (where is_for_high) over earlier, high_number) as high_before,
      low_turn + count(*) filter (where is_for_low) over until as low_turn_after,
      high_turn + count(*) filter (where is_for_high) over until as high_turn_after
    from counted
    window earlier as (partition by conversation order by place rows between unbounded preceding and 1 preceding),
      until as (partition by conversation order by place)
  ),
  stored as (
    insert into messages (conversation, seq, change, sender, key, created_at, sent_at, picture_width,
      picture_height, hidden, text, picture_id, reply_to, forwarded)
    select conversation, seq, seq, sender, key, created_at, sent_at, picture_width, picture_height,
      hidden::integer, text, picture_id, reply_to, forwarded
    from sided where is_stored
    order by seq
  ),
  newest as (
    update conversations c
    set low_newest = coalesce(n.low_seq, c.low_newest), high_newest = coalesce(n.high_seq, c.high_newest),
      low_number = coalesce(n.low_seq, c.low_number), high_number = coalesce(n.high_seq, c.high_number),
      low_unseen = c.low_unseen + n.to_low, high_unseen = c.high_unseen + n.to_high,
      low_turn = c.low_turn + n.low_count, high_turn = c.high_turn + n.high_count,
      last_at = n.last_at
    from (
      select conversation, max(created_at) as last_at,
        max(seq) filter (where is_for_low) as low_seq, max(seq) filter (where is_for_high) as high_seq,
        count(*) filter (where is_for_low) as low_count, count(*) filter (where is_for_high) as high_count,
        count(*) filter (where is_for_low and not is_from_low) as to_low,
        count(*) filter (where is_for_high and is_from_low) as to_high
      from sided where is_stored group by conversation
    ) as n
    where c.id = n.conversation
  )
  select place,
    case
      when refusal is not null then refusal
      when is_stored then 'stored'
      else 'keyUsed'
    end,
    seq, created_at, sent_at, hidden,
    case when is_from_low then low_before else high_before end,
    case when is_from_low then low_turn_after else high_turn_after end,
    case when hidden then null when is_from_low then high_before else low_before end,
    case when hidden then null when is_from_low then high_turn_after else low_turn_after end
  from sided
  order by place;
end
$$;

-- As in 0013; a message that is deleted is not seen alone.
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
    reader.hides | peer.hides as hides
  into side
  from conversations c
  join users reader on reader.id = reader_key and reader.created_at / 1000 = reader_second
  join users peer on peer.id = peer_key and peer.created_at / 1000 = peer_second
  where c.low = least(reader_key, peer_key) and c.high = greatest(reader_key, peer_key)
  for no key update of c;
  if side.id is null or (sees and side.unseen = 0) then return; end if;
  quiet := exists (select from blocks where blocker = reader_key and blocked = peer_key);
  reached := case when sees then side.seen_to else side.delivered_to end;
  discreet := sees and not quiet and (side.hides & 1) > 0;

  if end_seq is null then
    select m.seq, m.created_at into end_seq, end_at from messages m
    where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
      and (m.conversation, m.seq) > (side.id, side.seen_to)
      and (m.conversation, m.seq) < (side.id, 9007199254740991)
    order by m.conversation desc, m.seq desc limit 1;
    seen := side.unseen;
  else
    select m.created_at into end_at from messages m
    where m.seq = end_seq and m.created_at / 1000 = end_second and m.conversation = side.id
      and m.sender = peer_key and m.hidden = 0 and (m.deleted_at is null or mark <> 'one');
  end if;
  if end_at is null or end_seq <= reached then return; end if;

  if mark = 'one' then
    if exists (
      select from seen_alone a where a.conversation = side.id and a.sender = peer_key and a.seq = end_seq
    ) then return; end if;
    is_next := side.unseen = 1 or not exists (
      select from messages m
      where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
        and (m.conversation, m.seq) > (side.id, side.seen_to) and (m.conversation, m.seq) < (side.id, end_seq)
        and not exists (
          select from seen_alone a
          where a.conversation = m.conversation and a.sender = m.sender and a.seq = m.seq
        )
    );
    seen := 1;
    if not is_next then
      insert into seen_alone (conversation, sender, seq, told)
      values (side.id, peer_key, end_seq, case when quiet then 0 when discreet then 1 else 2 end);
      update conversations c set
        low_unseen = c.low_unseen - is_low::integer, high_unseen = c.high_unseen - (not is_low)::integer,
        -- No position of the two moves, so the summary of the peer is the same.
        low_turn = c.low_turn + is_low::integer, high_turn = c.high_turn + (not is_low)::integer
      where c.id = side.id;
      return query select end_seq, end_at, end_seq, end_at, end_seq, end_at,
        quiet or (discreet and end_seq <= side.delivered_told), discreet;
      return;
    end if;
  elsif seen = 0 then
    select count(*) into seen from messages m
    where m.hidden = 0 and m.deleted_at is null and m.sender = peer_key
      and (m.conversation, m.seq) > (side.id, reached)
      and (m.conversation, m.seq) <= (side.id, end_seq)
      and not exists (
        select from seen_alone a
        where a.conversation = m.conversation and a.sender = m.sender and a.seq = m.seq
      );
    if seen = 0 then return; end if;
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
