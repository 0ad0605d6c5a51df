-- Hashes of codes that let somebody in: an invitation to sign up, or a link for a new password.
create table codes (
  code_hash text collate "C" primary key,
  kind text collate "C" not null,       -- invite or reset
  person bigint references users (id),  -- who invites, null for the operator; or whose password it is
  uses_left integer not null,
  created_at bigint not null,
  ends_at bigint not null               -- operating time
);
create index codes_by_person on codes (person);

alter table users add column locked_at bigint; -- since then the operator lets the person not in
drop trigger people_changed on users;
create trigger people_changed
  after update of full_name, bio, picture_id, deleted_at, locked_at, hides on users
  for each statement execute function change_people_mark();
