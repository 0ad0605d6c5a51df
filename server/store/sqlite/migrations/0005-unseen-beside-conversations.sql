-- What each of two people has yet to see of the other, kept in the row of their conversation, which changes with
-- every message anyway. An index of what is unseen had a page of its own to write for each conversation in a commit.
-- All messages to that person up to `…_seen_to` are seen, and up to `…_delivered_to` delivered; above, some may be.
alter table conversations add column low_unseen integer not null default 0;
alter table conversations add column low_seen_to integer not null default 0;
alter table conversations add column low_delivered_to integer not null default 0;
alter table conversations add column high_unseen integer not null default 0;
alter table conversations add column high_seen_to integer not null default 0;
alter table conversations add column high_delivered_to integer not null default 0;

update conversations set
  (low_unseen, low_seen_to, low_delivered_to) = (
    select count(*),
      coalesce(min(seq) - 1, low_seq, 0),
      coalesce(min(seq) filter (where delivered = 0) - 1, low_seq, 0)
    from messages where receiver = low and sender = high and seen = 0 and hidden = 0
  ),
  (high_unseen, high_seen_to, high_delivered_to) = (
    select count(*),
      coalesce(min(seq) - 1, high_seq, 0),
      coalesce(min(seq) filter (where delivered = 0) - 1, high_seq, 0)
    from messages where receiver = high and sender = low and seen = 0 and hidden = 0
  );

drop index messages_unseen;
