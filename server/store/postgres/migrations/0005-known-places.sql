-- Hashes of the networks and browsers from which a person has signed in.
create table known_places (
  person bigint not null references users (id),
  place text collate "C" not null,
  used_at bigint not null,
  primary key (person, place)
);
