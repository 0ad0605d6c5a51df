/** The end of a session by the person. */
import type { QueryClient } from '@tanstack/react-query';
import * as api from '../api/auth.ts';
import { endsSessions } from '../backend/connection.ts';
import { createOpener } from '../lib/opener.ts';
import { endSession } from '../stores/session.ts';
import { wipeAccount } from './account-data.ts';
import { getMe } from './auth.ts';

/** Logs out at once, deletes what is unfinished (`askToLogOut` asks before), and tells the server. */
export function logOut(queryClient: QueryClient): void {
  const accountId = getMe(queryClient)?._id;
  // The call reads the token before the session ends.
  if (endsSessions(queryClient)) api.logOut().catch(() => undefined);
  endSession();
  if (accountId !== undefined) wipeAccount(accountId);
}

/** Logs out if nothing would be lost, otherwise asks first; that code loads after the first screen. */
export const { open: askToLogOut, onOpen: onAskToLogOut } = createOpener();
