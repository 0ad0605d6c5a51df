-- Hashes of codes that let somebody in: an invitation to sign up, or a link for a new password.
create table codes (
  code_hash text primary key,
  kind text not null,                    -- invite or reset
  person integer references users (id),  -- who invites, null for the operator; or whose password it is
  uses_left integer not null,
  created_at integer not null,
  ends_at integer not null               -- operating time
) strict, without rowid;
create index codes_by_person on codes (person);

alter table users add column locked_at integer; -- since then the operator lets the person not in
drop trigger people_changed;
create trigger people_changed
  after update of full_name, bio, picture_id, deleted_at, locked_at, hides on users begin
  update people_mark set mark = hex(randomblob(8));
end;
