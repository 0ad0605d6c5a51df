/**
 * What all signed-in screens share: the data layer, the frame around the screens, and the chat home. Imports here are
 * in one script; screens load less urgent code by their own `import()`.
 */
import { type QueryClient, QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ShownCache } from './cache/shown-cache.tsx';
import { loadCode } from './lib/load-code.ts';
import { userQueries } from './people/users.ts';
import { makeQueryClient } from './query-client.ts';
import { findPeer } from './screens/conversation-address.ts';
import { followHistory } from './screens/history-entries.ts';
import { OverlayHost } from './screens/overlays/overlay-host.tsx';
import { SessionGate } from './screens/session/session-gate.tsx';
import { useIsSessionChecked } from './session/auth.ts';
import { followSession } from './session/session-life.ts';
import { followClock } from './stores/clock.ts';
import { hasEndedByItself, useToken } from './stores/session.ts';

export { learnWhoIsHere } from './kept/restore.ts';
export { ChatScreen } from './screens/chat/chat-screen.tsx';
export { selectByAddress } from './screens/select-by-address.ts';
export { SessionCheckScreen } from './screens/session/session-gate.tsx';
export { logIn, signUp } from './session/auth.ts';

// Imported through this script, so that they need not include its modules again.
export const loadDevtools = () => import('./devtools/toggle.tsx');
export const loadProfile = () => import('./screens/profile/profile-screen.tsx');

export function openQueryClient(): QueryClient {
  const queryClient = makeQueryClient();
  followSession(queryClient);
  return queryClient;
}

const route = getRouteApi('/_authenticated');

/** The frame around each signed-in screen. */
export function Authenticated() {
  const { history, queryClient } = route.useRouteContext();
  useEffect(() => followHistory(history), [history]);
  const navigate = route.useNavigate();
  const token = useToken();
  // A logout here or in another tab, or a session ended by the server.
  useEffect(() => {
    if (token !== null) return;
    // The next login goes on where a session has ended by itself.
    const open = hasEndedByItself() ? findPeer(history.location) : null;
    const search = open === null ? {} : { with: open };
    // After that, /login begins with the login form.
    void navigate({ to: '/login', search, state: { authMode: 'login' } });
  }, [token, navigate, history]);
  useEffect(followClock, []);

  if (token === null) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate key={token}>
        <LiveConnection queryClient={queryClient} />
        <ShownCache>
          <Outlet />
        </ShownCache>
        <OverlayHost />
      </SessionGate>
    </QueryClientProvider>
  );
}

/** A slow list of people must not delay the connection. */
const MAX_WAIT_MS = 2_000;
/** The new list is painted before more code is requested. */
const AFTER_PAINT_MS = 50;

/** Keeps the realtime connection open from the session check on. Its code loads after the screen's code and data. */
function LiveConnection({ queryClient }: { queryClient: QueryClient }) {
  const isChecked = useIsSessionChecked();
  const isLoading = useIsFetching({ queryKey: userQueries.list().queryKey }) > 0;
  const [isDue, setIsDue] = useState(false);
  if (isChecked && !isLoading && !isDue) setIsDue(true);
  useEffect(() => {
    const timer = setTimeout(setIsDue, MAX_WAIT_MS, true);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isChecked || !isDue) return;
    let close: (() => void) | undefined;
    const giveUp = loadCode(
      () => import('./realtime/connection.ts'),
      ({ openConnection }) => {
        close = openConnection(queryClient);
      },
      AFTER_PAINT_MS,
    );
    return () => {
      giveUp();
      close?.();
    };
  }, [queryClient, isChecked, isDue]);
  return null;
}
