import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadSignedIn } from '../src/load-signed-in.ts';
import { toHomeSearch } from '../src/screens/conversation-address.ts';
import { getToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ context, location }) => {
    // After signing in, the person is sent to the requested screen.
    const search = location.pathname === '/' ? toHomeSearch(location.search) : {};
    if (getToken() === null) throw redirect({ to: '/login', search, replace: true });
    const [queryClient, { learnWhoIsHere, selectByAddress }] = await Promise.all([
      context.loadQueryClient(),
      loadSignedIn(),
    ]);
    selectByAddress(context.history.location);
    await learnWhoIsHere(queryClient);
    if (getToken() === null) {
      // After a session has ended, /login begins with the login form.
      throw redirect({ to: '/login', search, state: { authMode: 'login' }, replace: true });
    }
    return { queryClient };
  },
  component: lazyRouteComponent(loadSignedIn, 'Authenticated'),
  pendingComponent: lazyRouteComponent(loadSignedIn, 'SessionCheckScreen'),
});
