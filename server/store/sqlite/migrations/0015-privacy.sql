-- What a person hides from everybody, and so is not told of anybody (store/hides.ts): 1 that messages were seen, 2 typing,
-- 4 presence and the last visit.
alter table users add column hides integer not null default 0;
drop trigger people_changed;
create trigger people_changed
  after update of full_name, bio, picture_id, deleted_at, hides on users begin
  update people_mark set mark = hex(randomblob(8));
end;
