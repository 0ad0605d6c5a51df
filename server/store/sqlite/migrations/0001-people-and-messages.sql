-- Times are epoch milliseconds. Public ids are computed from the integer key and created_at (store/ids.ts).

create table users (
  id integer primary key,
  full_name text not null,
  name_key text not null,          -- sorts the people list (store/name-key.ts)
  email text not null,             -- as typed
  email_key text not null unique,  -- without regard to case (domain/email-key.ts)
  password_hash text not null,
  bio text not null,
  picture_id text,
  picture_width integer,
  picture_height integer,
  last_seen_at integer,
  created_at integer not null
) strict;

create table sessions (
  token_hash text primary key,
  user integer not null references users (id) on delete cascade,
  expires_at integer not null
) strict, without rowid;

create index sessions_by_expiry on sessions (expires_at);

-- Two people and their newest message, so that the people list is one query.
create table conversations (
  id integer primary key,
  low integer not null references users (id),
  high integer not null references users (id),
  last_seq integer not null,
  unique (low, high),
  check (low < high)
) strict;

-- seq gives the order of commits. What is seen is delivered, too.
create table messages (
  seq integer primary key,
  conversation integer not null references conversations (id),
  sender integer not null references users (id),
  receiver integer not null references users (id),
  text text,
  picture_id text,
  picture_width integer,
  picture_height integer,
  seen integer not null default 0,
  delivered integer not null default 0,
  created_at integer not null,
  check ((text is null) <> (picture_id is null)),
  check (delivered or not seen)
) strict;

-- Every index of a table with an integer primary key ends in that key, so this one is ordered by seq.
create index messages_by_conversation on messages (conversation);

-- Counts what is unseen by sender, and finds what is still to be marked as delivered or seen.
create index messages_unseen on messages (receiver, sender, delivered) where seen = 0;

-- The key under which a client sent a message, for as long as it may send it again. Ordered by seq, that
-- is by age, so that pruning walks from the oldest.
create table idempotency (
  seq integer primary key,
  sender integer not null,
  key text not null,
  body_hash text not null,
  created_at integer not null,
  unique (sender, key)
) strict;

-- What a health check writes, to know that writing works.
create table health (
  id integer primary key check (id = 1),
  checked_at integer not null
) strict;
