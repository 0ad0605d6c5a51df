/** Idempotency keys of clients, stored in the same commits as what was done under them. */
import type { DatabaseSync } from 'node:sqlite';
import { KEYS_KEPT_MS } from '../../key-age.ts';
import type { Row } from '../../rows.ts';
import { MESSAGE_COLUMNS, MESSAGE_JOINS } from '../../rows.ts';

/** Pruning is part of a commit, so it runs in steps of some ms; each deletes more keys than came since the last. */
const PRUNE_SLICE = 500;
const CLAIMS_BETWEEN = 250;

interface Claim {
  sender: number;
  key: string;
  bodyHash: string;
  seq: number;
}

export interface IdempotencyKeys {
  /** Claims the key for message `seq`; returns false if it is already used, perhaps in the same transaction. */
  claim(claim: Claim): boolean;
  /** `body_hash`, the columns of the message sent under the key, and `receiver`; undefined if it was not a send. */
  find(sender: number, key: string): Row | undefined;
  /** Deletes some old keys, in one of many calls. */
  prune(): void;
}

export function prepareIdempotencyKeys(database: DatabaseSync): IdempotencyKeys {
  const insert = database.prepare(`
    insert into operations (target, sender, key, kind, body_hash, at)
    values (?, ?, ?, 'send', ?, (select ms from operating_time))
    on conflict (key, sender) do nothing`);

  const select = database.prepare(`
    select o.body_hash, c.low + c.high - m.sender as receiver, ${MESSAGE_COLUMNS}
    from operations o join messages m on m.seq = o.target ${MESSAGE_JOINS}
    where o.sender = ? and o.key = ? and o.kind = 'send'`);

  const prune = database.prepare(`
    delete from operations where rowid in (
      select number from (
        select rowid as number, at from operations order by rowid limit ${PRUNE_SLICE}
      )
      where at < (select ms from operating_time) - ${KEYS_KEPT_MS})`);

  let claims = 0;
  function pruneSometimes() {
    if (claims % CLAIMS_BETWEEN === 0) prune.run();
    claims += 1;
  }

  return {
    claim({ seq, sender, key, bodyHash }) {
      pruneSometimes();
      return insert.run(seq, sender, key, bodyHash).changes === 1;
    },
    find: (sender, key) => select.get(sender, key),
    prune: pruneSometimes,
  };
}
