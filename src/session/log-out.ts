/** The end of a session by the person. */
import type { QueryClient } from '@tanstack/react-query';
import * as api from '../api/auth.ts';
import { endsSessions } from '../backend/connection.ts';
import { endSession } from '../stores/session.ts';
import { wipeAccount } from './account-data.ts';
import { getMe } from './auth.ts';

/** Logs out at once, deletes what is unfinished (`log-out-question.tsx` asks before), and tells the server. */
export function logOut(queryClient: QueryClient): void {
  const accountId = getMe(queryClient)?._id;
  // The call reads the token before the session ends.
  if (endsSessions(queryClient)) api.logOut().catch(() => undefined);
  endSession();
  if (accountId !== undefined) wipeAccount(accountId);
}
