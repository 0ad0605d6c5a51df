-- Until when some node may be apart from the others, because it does not reach Redis: what it stores is told to nobody
-- who is connected to them.
create table apart (
  id integer primary key check (id = 1),
  until timestamptz not null
) with (fillfactor = 10);
insert into apart (id, until) values (1, '-infinity');
