-- Keys of this server towards push services, made at the first start, and the node that pushes until then.
create table push_sender (
  id integer primary key check (id = 1),
  public_key text not null,
  private_key text not null,
  holder text,
  held_until bigint
);

-- The browser of a session that gets pushes.
create table push_devices (
  session text collate "C" primary key references sessions (token_hash) on delete cascade,
  person bigint not null references users (id),
  endpoint text collate "C" not null unique,
  p256dh text not null,
  auth text not null,
  detail text not null, -- what a push says
  quiet_from integer,  -- minutes of the day in its zone
  quiet_to integer,
  zone text not null,
  since bigint not null,  -- number of the newest message when it began
  accepted_at bigint,     -- when the service last accepted a push
  failure text          -- why the last one was not accepted
);
create index push_devices_by_person on push_devices (person);

-- Up to which number it was decided whether a device is told.
create table pushed (
  session text collate "C" not null references push_devices (session) on delete cascade,
  conversation bigint not null,
  decided_to bigint not null,
  primary key (session, conversation)
);

-- From whom a person wants no notifications, on any device.
create table mutes (
  person bigint not null references users (id),
  muted bigint not null references users (id),
  ends_at bigint, -- null: until the person changes it
  primary key (person, muted)
);

