-- The same tables and columns as in PostgreSQL, with the same meaning (SQLite's integers are bigint or integer there). Times
-- are epoch milliseconds by the clock, which may have been wrong. Public ids are computed (store/ids.ts).

create table store (
  id integer primary key check (id = 1),
  epoch text not null,     -- random; empty in a backup, which draws another when it is first opened
  number integer not null  -- numbers up to this one are taken, also by what came after the backup
) strict;
insert into store (id, epoch, number) values (1, lower(hex(randomblob(8))), 0);

create table users (
  id integer primary key,
  full_name text not null,
  name_key text not null,           -- sorts the people list (src/protocol/text.ts)
  email text not null,              -- as typed
  email_key text not null unique,   -- without regard to case (domain/email-key.ts)
  password_hash text not null,
  bio text not null,
  picture_id text,
  picture_width integer,
  picture_height integer,
  small_id text,                    -- picture of 96 pixels for lists, made of the profile picture
  last_seen_at integer,
  hides integer not null default 0, -- what the person hides from everybody (store/rows.ts)
  created_at integer not null,
  deleted_at integer,               -- what is left of a deleted account: its place in conversations of others
  locked_at integer                 -- since then the operator lets the person not in
) strict;
create index users_by_picture on users (picture_id) where picture_id is not null;
create index users_by_small on users (small_id) where small_id is not null;

create table sessions (
  token_hash text primary key,
  user integer not null references users (id) on delete cascade,
  expires_at integer not null, -- moves while the session is used
  ends_at integer not null,    -- however much it is used
  client text not null,        -- the program that signed in
  created_at integer not null
) strict, without rowid;
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_end on sessions (ends_at);
create index sessions_by_user on sessions (user);

-- Hashes of the networks and browsers from which a person has signed in.
create table known_places (
  person integer not null references users (id),
  place text not null,
  used_at integer not null,
  primary key (person, place)
) strict, without rowid;

-- How often something was tried under a key (an account, an address) until its time is over.
create table attempts (
  key text primary key,
  count integer not null,
  ends_at integer not null
) strict, without rowid;
create index attempts_by_end on attempts (ends_at);

-- Bytes of pictures that a person has sent in a day, which begins with the first of them.
create table picture_days (
  person integer primary key,
  bytes integer not null,
  ends_at integer not null
) strict;

-- Changes with everything about people that everybody's list shows, except for last visits: after a restart those of all
-- change. So a list is known to be the same without being made. A random value, since a number would come again after a
-- restored backup.
create table people_mark (
  id integer primary key check (id = 1),
  mark text not null
) strict;
insert into people_mark (id, mark) values (1, hex(randomblob(8)));
create trigger people_joined after insert on users begin
  update people_mark set mark = hex(randomblob(8));
end;
create trigger people_changed
  after update of full_name, bio, picture_id, small_id, deleted_at, locked_at, hides on users begin
  update people_mark set mark = hex(randomblob(8));
end;

-- Who takes nothing more from whom.
create table blocks (
  blocker integer not null references users (id),
  blocked integer not null references users (id),
  last_seen_at integer, -- when the blocked believes that the blocker was last seen
  primary key (blocker, blocked),
  check (blocker <> blocked)
) strict, without rowid;
create index blocks_by_blocked on blocks (blocked);

-- Two people, and the side of each: `low_…` is about the person with the lower key. A position is the number of a message of
-- the other: all before it are seen or delivered as well.
create table conversations (
  id integer primary key,
  low integer not null references users (id),
  high integer not null references users (id),
  low_number integer not null default 0,          -- last change that this side may see
  high_number integer not null default 0,
  low_version integer not null default 0,         -- grows with every change of what follows, as this side is told of it
  high_version integer not null default 0,
  low_newest integer,                             -- newest message that this side may see
  high_newest integer,
  low_unseen integer not null default 0,          -- messages of the other that this side has not seen
  high_unseen integer not null default 0,
  low_seen integer not null default 0,            -- positions of this side
  high_seen integer not null default 0,
  low_delivered integer not null default 0,
  high_delivered integer not null default 0,
  low_seen_told integer not null default 0,       -- what the other side is told of them
  high_seen_told integer not null default 0,
  low_delivered_told integer not null default 0,
  high_delivered_told integer not null default 0,
  unique (low, high),
  check (low < high)
) strict;
create index conversations_by_high on conversations (high);

-- seq gives the order within a conversation, and change is the number of its last change; both are of one series, and
-- equal until the message changes. People and conversation are looked up when it is inserted, so no foreign key does it
-- again.
create table messages (
  seq integer primary key,
  conversation integer not null,
  sender integer not null,
  key text,                               -- under which its sender's device sent it, once
  body_hash text,                         -- of what was sent under the key
  change integer not null,
  version integer,                        -- number of the last change of its text; null: as sent
  text text,
  picture_id text,
  picture_width integer,
  picture_height integer,
  reply_to integer,                       -- 0: a message that was gone already
  forwarded integer not null default 0,
  low_emoji text,
  high_emoji text,
  hidden integer not null default 0,      -- from the receiver, who had blocked the sender
  created_at integer not null,            -- the clock at the commit, which may go back: seq alone orders
  edited_at integer,
  deleted_at integer,                     -- then a tombstone: the row without content
  check (deleted_at is not null or (text is null) <> (picture_id is null))
) strict;

-- Reading walks what both may see, and what only its sender may, without tombstones; changes are walked alone. A message
-- that never changed is in none of the last two. A commit writes each page that it has touched as a whole, and the first
-- index has a page for each conversation: so it is the only one that a text without a key is in, and has what receipts and
-- the search for a day ask for. Every index of a table with an integer primary key ends in that key.
create index messages_visible on messages (conversation, seq, sender, created_at) where hidden = 0 and deleted_at is null;
create index messages_hidden on messages (conversation, sender) where hidden = 1 and deleted_at is null;
create index messages_deleted on messages (conversation) where hidden = 0 and deleted_at is not null;
create index messages_hidden_deleted on messages (conversation, sender) where hidden = 1 and deleted_at is not null;
create index messages_pictures on messages (conversation)
  where hidden = 0 and deleted_at is null and picture_id is not null;
create index messages_hidden_pictures on messages (conversation, sender)
  where hidden = 1 and deleted_at is null and picture_id is not null;
-- With the key before its sender: keys of our client begin with their time (UUIDv7), so those of one commit lie on a page or
-- two.
create unique index messages_by_key on messages (key, sender) where key is not null;
create index messages_by_picture on messages (picture_id) where picture_id is not null;
create index messages_changed on messages (conversation, change) where hidden = 0 and change <> seq;
create index messages_hidden_changed on messages (conversation, sender, change) where hidden = 1 and change <> seq;

-- Edits, reactions and deletions that were asked for under a key, for as long as they may be repeated. In the order of their
-- coming, so that pruning walks from the oldest.
create table operations (
  sender integer not null,
  key text not null,
  kind text not null,
  target integer not null,  -- number of the message
  version integer,          -- of the text, after an edit
  body_hash text,
  outcome text,             -- why it was refused; null: it was done
  at integer not null,
  unique (key, sender)
) strict;
-- What was done to a message, so that it can be forgotten with it.
create index operations_on_messages on operations (target);

-- What a health check writes, to know that writing works.
create table health (
  id integer primary key check (id = 1),
  checked_at integer not null
) strict;

-- Keys of this server towards push services, made at the first start, and the node that pushes until then.
create table push_sender (
  id integer primary key check (id = 1),
  public_key text not null,
  private_key text not null,
  holder text,
  held_until integer
) strict;

-- The browser of a session that gets pushes.
create table push_devices (
  session text primary key references sessions (token_hash) on delete cascade,
  person integer not null references users (id),
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  detail text not null, -- what a push says
  quiet_from integer,  -- minutes of the day in its zone
  quiet_to integer,
  zone text not null,
  since integer not null,  -- number of the newest message when it began
  accepted_at integer,     -- when the service last accepted a push
  failure text          -- why the last one was not accepted
) strict, without rowid;
create index push_devices_by_person on push_devices (person);

-- Up to which number it was decided whether a device is told.
create table pushed (
  session text not null references push_devices (session) on delete cascade,
  conversation integer not null,
  decided_to integer not null,
  primary key (session, conversation)
) strict, without rowid;

-- From whom a person wants no notifications, on any device.
create table mutes (
  person integer not null references users (id),
  muted integer not null references users (id),
  ends_at integer, -- null: until the person changes it
  primary key (person, muted)
) strict, without rowid;

-- Hashes of codes that let somebody in: an invitation to sign up, or a link for a new password.
create table codes (
  code_hash text primary key,
  kind text not null,                    -- invite or reset
  person integer references users (id),  -- who invites, null for the operator; or whose password it is
  uses_left integer not null,
  created_at integer not null,
  ends_at integer not null
) strict, without rowid;
create index codes_by_person on codes (person);
