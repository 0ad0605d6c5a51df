-- A picture of 96 pixels beside the profile picture, for lists. It goes with the picture that it was made of.
alter table users add column small_id text;
create index users_by_small on users (small_id collate "C") where small_id is not null;

drop trigger people_changed on users;
create trigger people_changed
  after update of full_name, bio, picture_id, small_id, deleted_at, locked_at, hides on users
  for each statement execute function change_people_mark();
