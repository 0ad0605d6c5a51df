import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { toHomeSearch } from '../src/screens/conversation-address.ts';
import { getToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/login')({
  validateSearch: toHomeSearch,
  beforeLoad: ({ search }) => {
    if (getToken() !== null) throw redirect({ to: '/', search, replace: true });
  },
  component: lazyRouteComponent(() => import('../src/login.tsx'), 'Login'),
});
