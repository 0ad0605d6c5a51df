import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { toHomeSearch } from '../src/screens/conversation-address.ts';
import { getToken } from '../src/stores/session.ts';

const loadLogin = () => import('../src/login.tsx');

export const Route = createFileRoute('/login')({
  validateSearch: toHomeSearch,
  beforeLoad: ({ search, location }) => {
    if (getToken() === null) return;
    if ('reset' in location.search)
      void loadLogin().then(({ notifyUnusedLink }) => notifyUnusedLink());
    // `search` also has what no route knows: a code must not stay in the address.
    throw redirect({ to: '/', search: toHomeSearch(search), replace: true });
  },
  component: lazyRouteComponent(loadLogin, 'Login'),
});
