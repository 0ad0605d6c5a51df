-- Messages that were edited, reacted to or deleted, over all conversations: a node looks for what another one has
-- written and perhaps not announced. Messages as they were sent are not in it.
create index messages_changed_lately on messages (change) where change <> seq;
