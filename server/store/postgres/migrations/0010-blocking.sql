-- Reading walks what both may see, and what only the reader may; so hidden messages cost nobody else anything.
-- Each index is walked by all its columns together: by the number alone the planner may as well walk the messages of
-- everybody. The number alone tells a message from others.
alter table messages drop constraint messages_pkey;
alter table messages add constraint messages_pkey primary key using index messages_by_seq;
create index messages_visible on messages (conversation, seq) where not hidden;
create index messages_hidden on messages (conversation, sender, seq) where hidden;
drop index messages_sent_earlier;
create index messages_sent_earlier on messages (conversation, sent_at, seq) where not hidden and sent_at is not null;
create index messages_hidden_sent_earlier on messages (conversation, sender, sent_at, seq)
  where hidden and sent_at is not null;

-- What a receiver did who had blocked the sender, and the sender is not told: 1 that it was seen, 2 that it was
-- delivered, 3 both.
alter table messages add column untold smallint not null default 0;
create index messages_untold on messages (receiver, sender, seq) where untold > 0;

-- When the blocked believe that the blocker was last seen.
alter table blocks add column last_seen_at bigint;
update blocks set last_seen_at = (select last_seen_at from users where id = blocker);

-- The parts of a range of one sender's messages that lie between those that are hidden, the newest first, at most so
-- many of them. Both ends of the range are visible. What it costs grows with the parts alone.
create function list_visible_parts(
  of_conversation bigint, of_sender bigint, first_of_all bigint, last_of_all bigint, most integer
)
returns table (first_seq bigint, first_at bigint, last_seq bigint, last_at bigint)
language plpgsql
stable
as $$
#variable_conflict use_column
declare
  hidden_seq bigint;
begin
  last_seq := last_of_all;
  for number in 1..most loop
    select m.created_at into last_at from messages m where m.seq = last_seq;
    select m.seq into hidden_seq from messages m
    where m.hidden
      and (m.conversation, m.sender, m.seq) > (of_conversation, of_sender, first_of_all)
      and (m.conversation, m.sender, m.seq) < (of_conversation, of_sender, last_seq)
    order by m.conversation desc, m.sender desc, m.seq desc limit 1;
    select m.seq, m.created_at into first_seq, first_at from messages m
    where not m.hidden
      and (m.conversation, m.seq) > (of_conversation, coalesce(hidden_seq, first_of_all - 1))
    order by m.conversation, m.seq limit 1;
    return next;
    exit when hidden_seq is null;
    select m.seq into last_seq from messages m
    where not m.hidden and (m.conversation, m.seq) < (of_conversation, hidden_seq)
    order by m.conversation desc, m.seq desc limit 1;
  end loop;
end
$$;

-- The number of the last message of a conversation that was sent before a moment, among those that both may see or
-- those of one sender that are hidden; 0 when there is none. Times rise with the numbers, so it halves what is left:
-- the cost does not grow with the conversation.
drop function find_first_number(bigint, bigint);
create function find_last_before(moment bigint, of_conversation bigint, of_hidden_sender bigint default null)
returns bigint
language plpgsql
stable
as $$
declare
  before_it bigint := 0;
  from_it bigint := (select coalesce(max(seq), 0) + 1 from messages);
  middle bigint;
  found_seq bigint;
  found_at bigint;
begin
  while from_it - before_it > 1 loop
    middle := before_it + (from_it - before_it) / 2;
    if of_hidden_sender is null then
      select m.seq, m.created_at into found_seq, found_at from messages m
      where not m.hidden
        and (m.conversation, m.seq) >= (of_conversation, middle)
        and (m.conversation, m.seq) < (of_conversation, from_it)
      order by m.conversation, m.seq limit 1;
    else
      select m.seq, m.created_at into found_seq, found_at from messages m
      where m.hidden
        and (m.conversation, m.sender, m.seq) >= (of_conversation, of_hidden_sender, middle)
        and (m.conversation, m.sender, m.seq) < (of_conversation, of_hidden_sender, from_it)
      order by m.conversation, m.sender, m.seq limit 1;
    end if;
    if found_seq is not null and found_at < moment then
      before_it := found_seq;
    else
      from_it := middle;
    end if;
  end loop;
  return before_it;
end
$$;
