-- How long servers have run on this database, in ms (store/operating-time.ts). It begins when the database was last used,
-- by its sessions, unless the clock of today is behind that. Ends of sessions, attempts and days of pictures, and the
-- age of keys, are told by it.
create table operating_time (
  id integer primary key check (id = 1),
  ms bigint not null
) with (fillfactor = 10);
insert into operating_time (id, ms)
  select 1, least(today, coalesce((select max(expires_at) - 30 * 24 * 3600000::bigint from sessions), today))
  from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as today) as clock;

create function read_operating_time() returns bigint language sql stable as 'select ms from operating_time';

alter table idempotency add column stored_at bigint;
update idempotency set stored_at = read_operating_time();
alter table idempotency
  alter column stored_at set default read_operating_time(),
  alter column stored_at set not null,
  alter column created_at drop not null;
drop index idempotency_by_age;
create index idempotency_by_age on idempotency (stored_at);

update pictures set unnamed_since = to_timestamp(read_operating_time() / 1000.0) where unnamed_since is not null;
