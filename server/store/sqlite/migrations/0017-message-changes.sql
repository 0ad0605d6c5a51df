-- Earlier texts of edited messages; `version` and `at` as in the message, which had 0 instead of null.
create table versions (
  seq integer not null,
  version integer not null,
  text text not null,
  at integer not null,
  primary key (seq, version)
) strict;

-- What was done to a message, so that it can be forgotten with it. Sends are found by the key in the message.
create index operations_on_messages on operations (target) where kind <> 'send';
