-- Changes with everything about people that a list of them shows, so that a list is known to be the same
-- without being made. A random mark, since a number would come again after a restored backup.
create table people_mark (
  id integer primary key check (id = 1),
  mark text not null
) strict;
insert into people_mark (id, mark) values (1, hex(randomblob(8)));

create trigger people_joined after insert on users begin
  update people_mark set mark = hex(randomblob(8));
end;
create trigger people_changed
  after update of full_name, bio, picture_id, last_seen_at, deleted_at on users begin
  update people_mark set mark = hex(randomblob(8));
end;
create trigger people_blocked after insert on blocks begin
  update people_mark set mark = hex(randomblob(8));
end;
create trigger people_unblocked after delete on blocks begin
  update people_mark set mark = hex(randomblob(8));
end;

-- A person's conversations, whichever side of them the person stands on; `unique (low, high)` is the other way.
create index conversations_by_high on conversations (high);
