-- Hashes of the networks and browsers from which a person has signed in.
create table known_places (
  person integer not null references users (id),
  place text not null,
  used_at integer not null,
  primary key (person, place)
) strict, without rowid;
