-- The schema of both stores from here on: the same tables and columns with the same meaning. (SQLite's integers are
-- PostgreSQL's bigint, integer or smallint.)

create table store (
  id integer primary key check (id = 1),
  epoch text not null,     -- random; empty in a backup, which draws another when it is first opened
  number integer not null  -- numbers up to this one are taken, also by what came after the backup
) strict;
insert into store (id, epoch, number) values (1, lower(hex(randomblob(8))), 0);

-- How far each of the two has come with the other's messages, and how far the other one is told. Each is the number of a
-- message: all before it are seen or delivered as well.
create temp table ends as
  select conversation, sender,
    min(seq) filter (where seen = 0) as unseen,
    min(seq) filter (where delivered = 0) as undelivered,
    min(seq) filter (where seen = 0 or untold & 1) as unseen_told,
    min(seq) filter (where delivered = 0 or untold & 2) as undelivered_told
  from messages where hidden = 0
  group by conversation, sender;
create temp table positions as
  select m.conversation, m.sender,
    coalesce(max(seq) filter (where seq < coalesce(unseen, seq + 1)), 0) as seen_to,
    coalesce(max(seq) filter (where seq < coalesce(undelivered, seq + 1)), 0) as delivered_to,
    coalesce(max(seq) filter (where seq < coalesce(unseen_told, seq + 1)), 0) as seen_told,
    coalesce(max(seq) filter (where seq < coalesce(undelivered_told, seq + 1)), 0) as delivered_told
  from messages m join ends e on e.conversation = m.conversation and e.sender = m.sender
  where hidden = 0
  group by m.conversation, m.sender;
create unique index temp.positions_by_sender on positions (conversation, sender);

-- Two people, and the side of each: `low_…` is about the person with the lower key.
alter table conversations rename column low_seq to low_newest;    -- newest message that this side may see
alter table conversations rename column high_seq to high_newest;
-- Last change that this side may see.
alter table conversations add column low_number integer not null default 0;
alter table conversations add column high_number integer not null default 0;
-- Changes up to this one are no longer told one by one.
alter table conversations add column low_floor integer not null default 0;
alter table conversations add column high_floor integer not null default 0;
-- Grows with every change of this side's newest message, count and positions, and of what it is told of the other's.
alter table conversations add column low_turn integer not null default 0;
alter table conversations add column high_turn integer not null default 0;
-- What the other side is told of this side's positions.
alter table conversations add column low_seen_told integer not null default 0;
alter table conversations add column high_seen_told integer not null default 0;
alter table conversations add column low_delivered_told integer not null default 0;
alter table conversations add column high_delivered_told integer not null default 0;
update conversations set
  low_number = coalesce(low_newest, 0),
  high_number = coalesce(high_newest, 0),
  (low_seen_to, low_delivered_to, low_seen_told, low_delivered_told) = (
    select coalesce(max(seen_to), 0), coalesce(max(delivered_to), 0), coalesce(max(seen_told), 0),
      coalesce(max(delivered_told), 0)
    from positions where conversation = conversations.id and sender = high
  ),
  (high_seen_to, high_delivered_to, high_seen_told, high_delivered_told) = (
    select coalesce(max(seen_to), 0), coalesce(max(delivered_to), 0), coalesce(max(seen_told), 0),
      coalesce(max(delivered_told), 0)
    from positions where conversation = conversations.id and sender = low
  );

-- Messages seen alone, above the position of their receiver. `told`: to the sender; 0 nothing, 1 that it was delivered,
-- 2 that it was seen.
create table seen_alone (
  conversation integer not null,
  sender integer not null,
  seq integer not null,
  told integer not null,
  primary key (conversation, sender, seq)
) strict, without rowid;
insert into seen_alone (conversation, sender, seq, told)
  select m.conversation, m.sender, m.seq, case when untold & 1 = 0 then 2 when untold & 2 = 0 then 1 else 0 end
  from messages m join positions p on p.conversation = m.conversation and p.sender = m.sender
  where hidden = 0 and seen = 1 and (
    m.seq > p.seen_to
    or (untold & 1 = 0 and m.seq > p.seen_told)
    or (untold & 2 = 0 and m.seq > p.delivered_told)
  );
drop table temp.positions;
drop table temp.ends;

-- seq gives the order within a conversation, and change is the number of its last change; both are of one series, and
-- equal until the message changes. People and conversation are looked up when it is inserted, so no foreign key does it
-- again.
create table new_messages (
  seq integer primary key,
  conversation integer not null,
  sender integer not null,
  key text,                               -- under which its sender's device sent it
  change integer not null,
  version integer,                        -- number of the last change of its text; null: as sent
  kind integer not null default 0,        -- 0: a text or a picture
  body_version integer not null default 0,
  text text,
  picture_id text,
  picture_width integer,
  picture_height integer,
  reply_to integer,
  forwarded integer not null default 0,
  group_id text,
  low_emoji text,
  high_emoji text,
  hidden integer not null default 0,      -- from the receiver, who had blocked the sender
  created_at integer not null,
  sent_at integer,
  edited_at integer,
  deleted_at integer,                     -- for both: a tombstone
  expires_at integer,
  check (kind <> 0 or deleted_at is not null or (text is null) <> (picture_id is null))
) strict;
insert into new_messages (seq, conversation, sender, key, change, text, picture_id, picture_width, picture_height,
    hidden, created_at, sent_at)
  select m.seq, m.conversation, m.sender, i.key, m.seq, m.text, m.picture_id, m.picture_width, m.picture_height,
    m.hidden, m.created_at, m.sent_at
  from messages m left join idempotency i on i.seq = m.seq
  where note_progress(m.seq, (select max(seq) from messages))
  order by m.seq;
drop table messages;
alter table new_messages rename to messages;

-- Reading walks what both may see, and what only its sender may, without tombstones; changes are walked alone. A message
-- that never changed is in none of the last two.
create index messages_visible on messages (conversation) where hidden = 0 and deleted_at is null;
create index messages_hidden on messages (conversation, sender) where hidden = 1 and deleted_at is null;
create index messages_pictures on messages (conversation)
  where hidden = 0 and deleted_at is null and picture_id is not null;
create index messages_hidden_pictures on messages (conversation, sender)
  where hidden = 1 and deleted_at is null and picture_id is not null;
create index messages_sent_earlier on messages (conversation, sent_at)
  where hidden = 0 and deleted_at is null and sent_at is not null;
create index messages_hidden_sent_earlier on messages (conversation, sender, sent_at)
  where hidden = 1 and deleted_at is null and sent_at is not null;
create index messages_by_picture on messages (picture_id) where picture_id is not null;
create index messages_changed on messages (conversation, change) where hidden = 0 and change <> seq;
create index messages_hidden_changed on messages (conversation, sender, change) where hidden = 1 and change <> seq;

-- What was asked for under a key, for as long as it may be repeated. In the order of their coming, so that pruning walks
-- from the oldest.
create table operations (
  sender integer not null,
  key text not null,
  kind text not null,
  target integer not null,  -- number of the message
  version integer,          -- of the text, after an edit
  body_hash text,
  outcome text,             -- why it was refused; null: it was done
  at integer not null,      -- operating time
  unique (key, sender)
) strict;
insert into operations (sender, key, kind, target, body_hash, at)
  select sender, key, 'send', seq, body_hash, stored_at from idempotency order by seq;
drop table idempotency;
