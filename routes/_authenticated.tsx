import { type QueryClient, QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadCode } from '../src/lib/load-code.ts';
import { userQueries } from '../src/people/users.ts';
import { OverlayHost } from '../src/screens/overlays/overlay-host.tsx';
import { SessionCheckScreen } from '../src/screens/session/session-check-screen.tsx';
import { SessionGate } from '../src/screens/session/session-gate.tsx';
import { useIsSessionChecked } from '../src/session/auth.ts';
import { getToken, useToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ context }) => {
    if (getToken() === null) throw redirect({ to: '/login', replace: true });
    const [queryClient, { learnWhoIsHere }] = await Promise.all([
      context.loadQueryClient(),
      import('../src/kept/restore.ts'),
    ]);
    await learnWhoIsHere(queryClient);
    if (getToken() === null) throw redirect({ ...toLogin, replace: true });
    return { queryClient };
  },
  component: Authenticated,
  pendingComponent: SessionCheckScreen,
});

/** After a session has ended, /login begins with the login form. */
const toLogin = { to: '/login', state: { authMode: 'login' } } as const;

function Authenticated() {
  const { queryClient } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const token = useToken();
  // Signing out here or in another tab, or a session that the server has ended.
  useEffect(() => {
    if (token === null) void navigate(toLogin);
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
      () => import('../src/realtime/connection.ts'),
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
