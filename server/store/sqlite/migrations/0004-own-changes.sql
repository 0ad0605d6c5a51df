-- A list does not hold its reader, and leaving notes when somebody was last seen: nobody is to get all of it anew
-- for having been here. Whose change the last one is, and the mark before the last changes of that person: to that
-- person the list is still the same.
alter table people_mark add column changed integer;
alter table people_mark add column mark_before text not null default '';

drop trigger people_joined;
drop trigger people_changed;
drop trigger people_blocked;
drop trigger people_unblocked;

create trigger people_joined after insert on users begin
  update people_mark set mark = hex(randomblob(8)), changed = null;
end;
create trigger people_changed
  after update of full_name, bio, picture_id, last_seen_at, deleted_at on users begin
  update people_mark set
    mark_before = case when changed = new.id then mark_before else mark end,
    mark = hex(randomblob(8)),
    changed = new.id;
end;
create trigger people_blocked after insert on blocks begin
  update people_mark set mark = hex(randomblob(8)), changed = null;
end;
create trigger people_unblocked after delete on blocks begin
  update people_mark set mark = hex(randomblob(8)), changed = null;
end;
