-- Where these data were when their epoch was drawn: the system and timeline of PostgreSQL, and the database.
create table place (
  id integer primary key check (id = 1),
  identity text not null
);

-- It names the timeline by the log that is written now: the last checkpoint may be older than the timeline.
create function read_place() returns text language sql as $$
  select concat_ws('.',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
    (select oid from pg_database where datname = current_database())
  )
$$;
insert into place (id, identity) values (1, read_place());

-- The epoch of these data. After a backup was restored, or a standby took over, they may have gone back: then they get
-- another epoch, and numbers beyond any that were given until now, at up to 1024 a millisecond.
create function renew_epoch() returns text language plpgsql as $$
begin
  update place set identity = read_place() where identity <> read_place();
  if found then
    update store set epoch = substr(md5(gen_random_uuid()::text), 1, 16),
      number = greatest(number, (extract(epoch from clock_timestamp()) * 1000)::bigint * 1024);
    perform setval('message_numbers', greatest(
      (select number from store),
      (select last_value from message_numbers) + 4294967296
    ));
  end if;
  return (select epoch from store);
end
$$;
