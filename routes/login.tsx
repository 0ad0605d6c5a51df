import { createFileRoute, redirect } from '@tanstack/react-router';
import { AuthScreen } from '../src/screens/auth/auth-screen.tsx';
import { getToken } from '../src/stores/session.ts';

export const Route = createFileRoute('/login')({
  beforeLoad: () => {
    if (getToken() !== null) throw redirect({ to: '/', replace: true });
  },
  component: AuthScreen,
});
