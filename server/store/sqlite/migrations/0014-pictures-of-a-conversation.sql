-- The pictures of a conversation are counted and walked alone, in the two ways of 0013: other messages cost them nothing.
create index messages_pictures on messages (conversation) where hidden = 0 and picture_id is not null;
create index messages_hidden_pictures on messages (conversation, sender) where hidden = 1 and picture_id is not null;
