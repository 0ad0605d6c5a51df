import type { DatabaseSync } from 'node:sqlite';
import type { UserId } from '../../../../src/protocol/entities.ts';
import type { FoundSession, StoredSession } from '../../../domain/ports/sessions.ts';
import { parseId } from '../../ids.ts';
import { readInteger, readText, readUserId } from '../../rows.ts';

interface SessionReads {
  findSession(tokenHash: string): FoundSession | undefined;
  listSessions(userId: UserId): StoredSession[];
  listKnownPlaces(userId: UserId, places: string[]): string[];
}

export function prepareSessionReads(database: DatabaseSync): SessionReads {
  const select = database.prepare(`
    select users.id, users.created_at, sessions.expires_at, sessions.ends_at
    from sessions join users on users.id = sessions.user
    where sessions.token_hash = ?`);

  const selectAll = database.prepare(`
    select token_hash, sessions.created_at, expires_at, ends_at, client
    from sessions join users on users.id = sessions.user
    where users.id = ? and users.created_at / 1000 = ?
    order by sessions.created_at desc, token_hash`);

  const selectPlaces = database.prepare(`
    select place from known_places join users on users.id = known_places.person
    where users.id = ? and users.created_at / 1000 = ?
      and place in (select value from json_each(?))`);

  return {
    listKnownPlaces(userId, places) {
      const user = parseId(userId);
      const rows = selectPlaces.all(
        user?.key ?? null,
        user?.second ?? null,
        JSON.stringify(places),
      );
      return rows.map((row) => readText(row, 'place'));
    },

    findSession(tokenHash) {
      const row = select.get(tokenHash);
      return (
        row && {
          userId: readUserId(row),
          expiresAt: readInteger(row, 'expires_at'),
          endsAt: readInteger(row, 'ends_at'),
        }
      );
    },

    listSessions(userId) {
      const user = parseId(userId);
      if (user === undefined) return [];
      return selectAll.all(user.key, user.second).map((row) => ({
        tokenHash: readText(row, 'token_hash'),
        createdAt: readInteger(row, 'created_at'),
        expiresAt: readInteger(row, 'expires_at'),
        endsAt: readInteger(row, 'ends_at'),
        client: readText(row, 'client'),
      }));
    },
  };
}
