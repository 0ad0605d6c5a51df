/** The conversation of a reader with a peer, as queries name it. */
// Both people must exist with the creation seconds in their ids.
export const CONVERSATION = `(
  select c.id from conversations c
  join users reader on reader.id = $1 and reader.created_at / 1000 = $2
  join users peer on peer.id = $3 and peer.created_at / 1000 = $4
  where c.low = least($1::bigint, $3::bigint) and c.high = greatest($1::bigint, $3::bigint)
)`;
