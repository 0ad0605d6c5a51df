-- With the key before its sender. Keys of this project's client begin with their moment (UUIDv7), so those of one
-- commit lie side by side, on a page or two; behind their senders, each had a page of its own to write.
create table keys_by_age (
  seq integer primary key,
  sender integer not null,
  key text not null,
  body_hash text not null,
  created_at integer not null,
  unique (key, sender)
) strict;
insert into keys_by_age (seq, sender, key, body_hash, created_at)
  select seq, sender, key, body_hash, created_at from idempotency order by seq;
drop table idempotency;
alter table keys_by_age rename to idempotency;
