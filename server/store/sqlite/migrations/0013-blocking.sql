-- Reading walks what both may see, and what only the reader may; so hidden messages cost nobody else anything.
drop index messages_by_conversation;
create index messages_visible on messages (conversation) where hidden = 0;
create index messages_hidden on messages (conversation, sender) where hidden = 1;
drop index messages_sent_earlier;
create index messages_sent_earlier on messages (conversation, sent_at) where hidden = 0 and sent_at is not null;
create index messages_hidden_sent_earlier on messages (conversation, sender, sent_at)
  where hidden = 1 and sent_at is not null;

-- What a receiver did who had blocked the sender, and the sender is not told: 1 that it was seen, 2 that it was
-- delivered, 3 both.
alter table messages add column untold integer not null default 0;
create index messages_untold on messages (conversation, receiver) where untold > 0;

-- When the blocked believe that the blocker was last seen.
alter table blocks add column last_seen_at integer;
update blocks set last_seen_at = (select last_seen_at from users where id = blocker);
create index blocks_by_blocked on blocks (blocked);
