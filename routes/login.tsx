import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
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
  const router = useRouter();
  const isSignedIn = useToken() !== null;
  // Covers this screen's own success and a login in another tab.
  useEffect(() => {
    if (!isSignedIn) return;
    // Not over the first step of a sign-up, which would stay behind home: from there the guard leads on.
    if (router.history.location.state.signUpStep) router.history.back();
    else void router.navigate({ to: '/', replace: true });
  }, [isSignedIn, router]);

  /** The screen that comes next, while the person still types. */
  function prepareHome() {
    for (const id of ['/_authenticated', '/_authenticated/'] as const) {
      // What does not come now is asked for again on the way there.
      router.loadRouteChunk(router.routesById[id])?.catch(() => {});
    }
  }

  return <AuthScreen loadQueryClient={loadQueryClient} onEngaged={prepareHome} />;
}
