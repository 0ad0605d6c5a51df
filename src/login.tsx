import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadSignedIn } from './load-signed-in.ts';
import { AuthScreen } from './screens/auth/auth-screen.tsx';
import { useToken } from './stores/session.ts';

export { notifyUnusedLink } from './screens/auth/auth-screen.tsx';

const route = getRouteApi('/login');

/** The login screen, and the navigation after it. */
export function Login() {
  const { loadQueryClient } = route.useRouteContext();
  const router = useRouter();
  const search = route.useSearch();
  const isSignedIn = useToken() !== null;
  // Handles this screen's own success and a login in another tab.
  useEffect(() => {
    if (!isSignedIn) return;
    // Not over the first step of a sign-up, which would stay in the history: the guard redirects from there.
    if (router.history.location.state.signUpStep) router.history.back();
    else void router.navigate({ to: '/', search, replace: true });
  }, [isSignedIn, router, search]);

  /** Also loads home's code while the person types. */
  async function loadCalls() {
    const [{ logIn, signUp }, queryClient] = await Promise.all([loadSignedIn(), loadQueryClient()]);
    return { logIn, signUp, queryClient };
  }

  return <AuthScreen loadCalls={loadCalls} />;
}
