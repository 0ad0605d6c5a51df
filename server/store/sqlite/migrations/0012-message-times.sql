-- created_at gives a message its place, and its id: it never goes back within a conversation. sent_at is when the message
-- was sent, where that is earlier (store/message-times.ts).
alter table messages add column sent_at integer;
create index messages_sent_earlier on messages (conversation, sent_at) where sent_at is not null;

-- The place of the newest message.
alter table conversations add column last_at integer not null default 0;
update conversations set last_at = coalesce((
  select created_at from messages m where m.conversation = conversations.id order by m.seq desc limit 1
), 0);
