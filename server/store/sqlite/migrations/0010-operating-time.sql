-- How long servers have run on this file, in ms (store/operating-time.ts). It begins when the file was last used, by its
-- sessions, unless the clock of today is behind that. Ends of sessions, attempts and days of pictures, and the age of
-- keys, are told by it.
create table operating_time (
  id integer primary key check (id = 1),
  ms integer not null
) strict;
insert into operating_time (id, ms)
  select 1, min(today, coalesce((select max(expires_at) - 30 * 24 * 3600000 from sessions), today))
  from (select cast(unixepoch('subsec') * 1000 as integer) as today);

update idempotency set created_at = (select ms from operating_time);
alter table idempotency rename column created_at to stored_at;
