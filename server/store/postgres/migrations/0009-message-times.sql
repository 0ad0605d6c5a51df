-- created_at gives a message its place, and its id: it never goes back within a conversation. sent_at is when the message
-- was sent, where that is earlier (store/message-times.ts).
alter table messages add column sent_at bigint;
create index messages_sent_earlier on messages (conversation, sent_at, seq) where sent_at is not null;

-- As in 0002, with both times; and the age of keys is told by the time that servers ran.
drop function append_messages(
  bigint[], bigint[], bigint[], bigint[], text[], text[], integer[], integer[], text[], text[], bigint[]
);
create function append_messages(
  senders bigint[], sender_seconds bigint[], receivers bigint[], receiver_seconds bigint[],
  texts text[], picture_ids text[], picture_widths integer[], picture_heights integer[],
  keys text[], body_hashes text[], ats bigint[]
)
returns table (
  place bigint, outcome text, seq bigint, created_at bigint, sent_at bigint, hidden boolean
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
    select a.*, c.id as conversation, c.last_at,
      case
        when s.id is null then 'unknownSender'
        when r.id is null or r.id = s.id then 'unknownReceiver'
        when by_sender.blocker is not null then 'blockedReceiver'
      end as refusal,
      by_receiver.blocker is not null as hidden
    from unnest(
      senders, sender_seconds, receivers, receiver_seconds, texts, picture_ids, picture_widths,
      picture_heights, keys, body_hashes, ats
    ) with ordinality as a (
      sender, sender_second, receiver, receiver_second, text, picture_id, picture_width,
      picture_height, key, body_hash, at, place
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
    insert into idempotency (sender, key, body_hash, seq, stored_at)
    select sender, key, body_hash, seq, (select ms from operating_time where id = 1) from numbered
    where seq is not null and key is not null
    order by sender, key collate "C", place
    on conflict (sender, key) do nothing
    returning seq
  ),
  stored as (
    insert into messages (conversation, seq, sender, receiver, created_at, sent_at,
      picture_width, picture_height, hidden, text, picture_id)
    select conversation, seq, sender, receiver, created_at, sent_at, picture_width, picture_height,
      hidden, text, picture_id
    from numbered
    where seq is not null and (key is null or seq in (select seq from claimed))
    order by seq
    returning conversation, seq, created_at, hidden, sender, sender < receiver as is_from_low
  ),
  newest as (
    update conversations c
    set low_seq = coalesce(n.low_seq, c.low_seq), high_seq = coalesce(n.high_seq, c.high_seq),
      last_at = n.last_at
    from (
      select conversation, max(created_at) as last_at,
        max(seq) filter (where not hidden or is_from_low) as low_seq,
        max(seq) filter (where not hidden or not is_from_low) as high_seq
      from stored group by conversation
    ) as n
    where c.id = n.conversation
  )
  select place,
    case
      when refusal is not null then refusal
      when coalesce(seq in (select seq from stored), false) then 'stored'
      else 'keyUsed'
    end,
    seq, created_at, sent_at, hidden
  from numbered
  order by place;
end
$$;

alter table idempotency drop column created_at, alter column stored_at drop default;
drop function read_operating_time();
