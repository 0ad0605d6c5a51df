-- The mark no longer changes when somebody was last seen: a restart notes that of everybody, and each list would be
-- sent again whole. Nor with blocks, which only one person's list shows; and with both the marks of a person's own
-- changes go, which are rare now.
drop trigger people_joined;
drop trigger people_changed;
drop trigger people_blocked;
drop trigger people_unblocked;
alter table people_mark drop column changed;
alter table people_mark drop column mark_before;

create trigger people_joined after insert on users begin
  update people_mark set mark = hex(randomblob(8));
end;
create trigger people_changed
  after update of full_name, bio, picture_id, deleted_at on users begin
  update people_mark set mark = hex(randomblob(8));
end;

-- Bytes of pictures that a person has sent in a day, which begins with the first of them.
create table picture_days (
  person integer primary key,
  bytes integer not null,
  ends_at integer not null
) strict;
