/** Idempotency keys of clients, stored beside their messages in the same commits. */
import type { DatabaseSync } from 'node:sqlite';
import { KEYS_KEPT_MS } from '../../key-age.ts';
import type { Row } from '../../rows.ts';
import { MESSAGE_COLUMNS } from '../../rows.ts';

/** Pruning is part of a commit, so it runs in steps of some ms; each deletes more keys than came since the last. */
const PRUNE_SLICE = 500;
const CLAIMS_BETWEEN = 250;

interface Claim {
  sender: number;
  key: string;
  bodyHash: string;
  seq: number;
}

interface IdempotencyKeys {
  /** Claims the key for message `seq`; returns false if it is already used, perhaps in the same transaction. */
  claim(claim: Claim): boolean;
  /** `body_hash` and the columns of the message sent under the key. */
  find(sender: number, key: string): Row | undefined;
}

export function prepareIdempotencyKeys(database: DatabaseSync): IdempotencyKeys {
  const insert = database.prepare(`
    insert into idempotency (seq, sender, key, body_hash, stored_at)
    values (?, ?, ?, ?, (select ms from operating_time))
    on conflict (key, sender) do nothing`);

  const select = database.prepare(`
    select i.body_hash, ${MESSAGE_COLUMNS}
    from idempotency i join messages m on m.seq = i.seq
    where i.sender = ? and i.key = ?`);

  const prune = database.prepare(`
    delete from idempotency where seq in (
      select seq from (select seq, stored_at from idempotency order by seq limit ${PRUNE_SLICE})
      where stored_at < (select ms from operating_time) - ${KEYS_KEPT_MS})`);

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
  };
}
