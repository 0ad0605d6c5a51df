-- What people have marked for themselves alone: messages that are saved or deleted, and the ends of what they cleared,
-- with all before them. The mark of a message is numbered anew when it changes.
create table marks (
  person integer not null,
  conversation integer not null,
  seq integer not null,
  created_at integer not null,         -- of the message, which may be gone
  deleted integer not null default 0,
  saved_at integer,
  cleared integer not null default 0,
  n integer not null,
  primary key (person, conversation, seq)
) strict, without rowid;
create unique index marks_by_number on marks (person, n);
create index marks_saved on marks (person, n) where saved_at is not null;

-- The number of the last mark.
alter table users add column marks integer not null default 0;

-- Messages up to this one are deleted for this side.
alter table conversations add column low_cleared_to integer not null default 0;
alter table conversations add column high_cleared_to integer not null default 0;

-- Tombstones, which are removed when they are old.
create index messages_deleted on messages (deleted_at) where deleted_at is not null;
