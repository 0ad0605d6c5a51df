/**
 * What every screen of somebody signed in begins with: the data layer, what stands around the screens, and
 * the chat home. What is imported here comes in one script; what a screen can wait for, it asks for with an
 * `import()` of its own.
 */
import { type QueryClient, QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadCode } from './lib/load-code.ts';
import { userQueries } from './people/users.ts';
import { makeQueryClient } from './query-client.ts';
import { OverlayHost } from './screens/overlays/overlay-host.tsx';
import { SessionGate } from './screens/session/session-gate.tsx';
import { useIsSessionChecked } from './session/auth.ts';
import { followSession } from './session/session-life.ts';
import { useToken } from './stores/session.ts';

export { learnWhoIsHere } from './kept/restore.ts';
export { ChatScreen } from './screens/chat/chat-screen.tsx';
export { selectByAddress } from './screens/select-by-address.ts';
export { SessionCheckScreen } from './screens/session/session-check-screen.tsx';
export { logIn, signUp } from './session/auth.ts';

// By way of this script, whose modules these then need not bring once more.
export const loadDevtools = () => import('./devtools/toggle-devtools.tsx');
export const loadProfile = () => import('./screens/profile/checked-profile.tsx');

export function openQueryClient(): QueryClient {
  const queryClient = makeQueryClient();
  followSession(queryClient);
  return queryClient;
}

const route = getRouteApi('/_authenticated');

/** What stands around each screen of somebody signed in. */
export function Authenticated() {
  const { queryClient } = route.useRouteContext();
  const navigate = route.useNavigate();
  const token = useToken();
  // Signing out here or in another tab, or a session that the server has ended.
  useEffect(() => {
    // After that, /login begins with the login form.
    if (token === null) void navigate({ to: '/login', state: { authMode: 'login' } });
  }, [token, navigate]);

  if (token === null) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <SessionGate key={token}>
        <LiveConnection queryClient={queryClient} />
        <Outlet />
        <OverlayHost />
      </SessionGate>
    </QueryClientProvider>
  );
}

/** A list of people that takes longer does not hold the connection up. */
const MAX_WAIT_MS = 2_000;
/** The list that has just come is painted before code is asked for. */
const AFTER_PAINT_MS = 50;

/**
 * Holds the realtime connection open from the session check on. Its code comes after the screen's, and
 * after what the screen shows.
 */
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
