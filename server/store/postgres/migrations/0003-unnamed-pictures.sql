-- Whether anybody names a picture, and since when nobody does. Collated as the ids of the pictures are, to be
-- compared with them.
create index messages_by_picture on messages (picture_id collate "C") where picture_id is not null;
create index users_by_picture on users (picture_id collate "C") where picture_id is not null;

alter table pictures add column unnamed_since timestamptz;
