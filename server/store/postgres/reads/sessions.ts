import type { SessionStore } from '../../../domain/ports/sessions.ts';
import { toParameters } from '../../parameters.ts';
import { readInteger, readText, readUserId } from '../../rows.ts';
import type { Database } from '../database.ts';

const ONE = {
  name: 'find session',
  text: `
    select users.id, users.created_at, sessions.expires_at, sessions.ends_at
    from sessions join users on users.id = sessions."user"
    where sessions.token_hash = $1`,
};

const ALL = {
  name: 'list sessions',
  text: `
    select token_hash, sessions.created_at, expires_at, ends_at, client
    from sessions join users on users.id = sessions."user"
    where users.id = $1 and users.created_at / 1000 = $2
    order by sessions.created_at desc, token_hash`,
};

const PLACES = {
  name: 'list known places',
  text: `
    select place from known_places join users on users.id = known_places.person
    where users.id = $1 and users.created_at / 1000 = $2 and place = any($3)`,
};

export function createSessionReads({
  query,
}: Pick<Database, 'query'>): Pick<
  SessionStore,
  'findSession' | 'listSessions' | 'listKnownPlaces'
> {
  return {
    async findSession(tokenHash) {
      const [row] = await query(ONE, [tokenHash]);
      return (
        row && {
          userId: readUserId(row),
          expiresAt: readInteger(row, 'expires_at'),
          endsAt: readInteger(row, 'ends_at'),
        }
      );
    },

    async listKnownPlaces(userId, places) {
      const rows = await query(PLACES, [...toParameters(userId), places]);
      return rows.map((row) => readText(row, 'place'));
    },

    async listSessions(userId) {
      const rows = await query(ALL, toParameters(userId));
      return rows.map((row) => ({
        tokenHash: readText(row, 'token_hash'),
        createdAt: readInteger(row, 'created_at'),
        expiresAt: readInteger(row, 'expires_at'),
        endsAt: readInteger(row, 'ends_at'),
        client: readText(row, 'client'),
      }));
    },
  };
}
