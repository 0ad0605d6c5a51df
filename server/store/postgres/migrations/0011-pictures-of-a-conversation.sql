-- The pictures of a conversation are counted and walked alone, in the two ways of 0010: other messages cost them nothing.
create index messages_pictures on messages (conversation, seq) where not hidden and picture_id is not null;
create index messages_hidden_pictures on messages (conversation, sender, seq) where hidden and picture_id is not null;
