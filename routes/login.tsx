import { createFileRoute, redirect } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AuthScreen } from '../src/screens/auth/auth-screen.tsx';
import { getToken, useToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/login')({
  beforeLoad: () => {
    if (getToken() !== null) throw redirect({ to: '/', replace: true });
  },
  component: Login,
});

function Login() {
  const { loadQueryClient } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  const isSignedIn = useToken() !== null;
  // Covers this screen's own success and a login in another tab.
  useEffect(() => {
    if (isSignedIn) void navigate({ to: '/', replace: true });
  }, [isSignedIn, navigate]);
  return <AuthScreen loadQueryClient={loadQueryClient} />;
}
