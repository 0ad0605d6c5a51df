-- When a session ends, however much it is used.
alter table sessions add column ends_at bigint not null default 0;
update sessions set ends_at = expires_at + 150 * 86400000::bigint;
alter table sessions alter column ends_at drop default;
create index sessions_by_end on sessions (ends_at);
