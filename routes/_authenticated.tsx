import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsSessionChecked } from '../src/queries/auth.ts';
import { OverlayHost } from '../src/screens/overlays/overlay-host.tsx';
import { SessionCheckScreen } from '../src/screens/session/session-check-screen.tsx';
import { SessionGate } from '../src/screens/session/session-gate.tsx';
import { getToken, useToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ context }) => {
    if (getToken() === null) throw redirect({ to: '/login', replace: true });
    const [queryClient, { learnWhoIsHere }] = await Promise.all([
      context.loadQueryClient(),
      import('../src/queries/stored/restore.ts'),
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

const CONNECTION_RETRY_MS = 3_000;

/** Holds the realtime connection open from the session check on. Its code comes after the screen's. */
function LiveConnection({ queryClient }: { queryClient: QueryClient }) {
  const isChecked = useIsSessionChecked();
  useEffect(() => {
    if (!isChecked) return;
    let close: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    async function open() {
      try {
        const { openConnection } = await import('../src/realtime/connection.ts');
        if (!isGone) close = openConnection(queryClient);
      } catch {
        // Its code did not come, as it happens without a network.
        if (!isGone) timer = setTimeout(open, CONNECTION_RETRY_MS);
      }
    }
    void open();
    return () => {
      isGone = true;
      clearTimeout(timer);
      close?.();
    };
  }, [queryClient, isChecked]);
  return null;
}
