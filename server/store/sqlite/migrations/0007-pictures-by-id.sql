-- Whether anybody names a picture, for what lets go of those that nobody does.
create index messages_by_picture on messages (picture_id) where picture_id is not null;
create index users_by_picture on users (picture_id) where picture_id is not null;
