/** The keys under which clients send, kept beside their messages and in the same commits. */
import type { DatabaseSync } from 'node:sqlite';
import { KEYS_KEPT_MS } from '../../key-age.ts';
import type { Row } from '../../rows.ts';
import { MESSAGE_COLUMNS } from '../../rows.ts';

const PRUNE_INTERVAL = 10 * 60 * 1000;
/** Pruning rides on a commit, so it is done in slices of some ms, with a pause between them. */
const PRUNE_SLICE = 500;
const PRUNE_PAUSE = 50;

interface Claim {
  sender: number;
  key: string;
  bodyHash: string;
  seq: number;
  at: number;
}

interface IdempotencyKeys {
  /** Claims the key for the message `seq`; false if it was used before, perhaps in the same transaction. */
  claim(claim: Claim): boolean;
  /** `body_hash` and the columns of the message that was sent under the key. */
  find(sender: number, key: string): Row | undefined;
}

export function prepareIdempotencyKeys(database: DatabaseSync): IdempotencyKeys {
  const insert = database.prepare(`
    insert into idempotency (seq, sender, key, body_hash, created_at) values (?, ?, ?, ?, ?)
    on conflict (key, sender) do nothing`);

  const select = database.prepare(`
    select i.body_hash, ${MESSAGE_COLUMNS}
    from idempotency i join messages m on m.seq = i.seq
    where i.sender = ? and i.key = ?`);

  const prune = database.prepare(`
    delete from idempotency where seq in (
      select seq from (select seq, created_at from idempotency order by seq limit ${PRUNE_SLICE})
      where created_at < ?)`);

  let nextPruneAt = 0;
  function pruneSometimes(at: number) {
    if (at < nextPruneAt) return;
    const isDone = Number(prune.run(at - KEYS_KEPT_MS).changes) < PRUNE_SLICE;
    nextPruneAt = at + (isDone ? PRUNE_INTERVAL : PRUNE_PAUSE);
  }

  return {
    claim({ seq, sender, key, bodyHash, at }) {
      pruneSometimes(at);
      return insert.run(seq, sender, key, bodyHash, at).changes === 1;
    },
    find: (sender, key) => select.get(sender, key),
  };
}
