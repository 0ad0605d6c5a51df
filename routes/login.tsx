import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/login')({
  beforeLoad: () => {
    if (getToken() !== null) throw redirect({ to: '/', replace: true });
  },
  component: lazyRouteComponent(() => import('../src/login.tsx'), 'Login'),
});
