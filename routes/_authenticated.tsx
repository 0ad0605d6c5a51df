import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadSignedIn } from '../src/load-signed-in.ts';
import { getToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: async ({ context }) => {
    if (getToken() === null) throw redirect({ to: '/login', replace: true });
    const [queryClient, { learnWhoIsHere }] = await Promise.all([
      context.loadQueryClient(),
      loadSignedIn(),
    ]);
    await learnWhoIsHere(queryClient);
    if (getToken() === null) {
      // After a session has ended, /login begins with the login form.
      throw redirect({ to: '/login', state: { authMode: 'login' }, replace: true });
    }
    return { queryClient };
  },
  component: lazyRouteComponent(loadSignedIn, 'Authenticated'),
  pendingComponent: lazyRouteComponent(loadSignedIn, 'SessionCheckScreen'),
});
