-- When a session began and with which program; when it was last used follows from when it expires.
alter table sessions add column created_at integer not null default 0;
alter table sessions add column client text not null default '';
create index sessions_by_user on sessions (user);

-- What is left of a deleted account: its place in other people's conversations.
alter table users add column deleted_at integer;

-- Who takes nothing more from whom.
create table blocks (
  blocker integer not null references users (id),
  blocked integer not null references users (id),
  primary key (blocker, blocked),
  check (blocker <> blocked)
) strict, without rowid;

-- A message that was sent to somebody who had blocked its sender: only the sender ever sees it.
alter table messages add column hidden integer not null default 0;

-- The newest message that each of the two may see, in place of the newest of all.
alter table conversations add column low_seq integer;
alter table conversations add column high_seq integer;
update conversations set low_seq = last_seq, high_seq = last_seq;
alter table conversations drop column last_seq;

drop index messages_unseen;
create index messages_unseen on messages (receiver, sender, delivered) where seen = 0 and hidden = 0;

-- How often something was tried under a key (an account, an address) until its time is over.
create table attempts (
  key text primary key,
  count integer not null,
  ends_at integer not null
) strict, without rowid;

create index attempts_by_end on attempts (ends_at);
