-- Changes with everything about people that everybody's list shows, but for when somebody was last seen: so a list
-- is known to be the same without being made. A random mark: a number would come again after a restored backup.
create table people_mark (
  id integer primary key check (id = 1),
  mark uuid not null
) with (fillfactor = 10);
insert into people_mark (id, mark) values (1, gen_random_uuid());

create function change_people_mark() returns trigger language plpgsql as $$
begin
  update people_mark set mark = gen_random_uuid();
  return null;
end
$$;

create trigger people_joined after insert on users
  for each statement execute function change_people_mark();
create trigger people_changed after update of full_name, bio, picture_id, deleted_at on users
  for each statement execute function change_people_mark();

-- Bytes of pictures that a person has sent in a day, which begins with the first of them.
create table picture_days (
  person bigint primary key,
  bytes bigint not null,
  ends_at bigint not null
) with (fillfactor = 50);
