import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../../src/protocol/entities.ts';
import { readInteger, readUserId } from '../rows.ts';

export interface SessionReads {
  findSession(tokenHash: string): { userId: UserId; expiresAt: number } | undefined;
}

export function prepareSessionReads(database: DatabaseSync): SessionReads {
  const select = database.prepare(`
    select users.id, users.created_at, sessions.expires_at
    from sessions join users on users.id = sessions.user
    where sessions.token_hash = ?`);

  return {
    findSession(tokenHash) {
      const row = select.get(tokenHash);
      return row && { userId: readUserId(row), expiresAt: readInteger(row, 'expires_at') };
    },
  };
}
