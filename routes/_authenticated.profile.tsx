import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '../src/screens/profile/profile-screen.tsx';
import { SessionCheckScreen } from '../src/screens/session/session-check-screen.tsx';
import { useIsSessionChecked } from '../src/session/auth.ts';

export const Route = createFileRoute('/_authenticated/profile')({ component: Profile });

function Profile() {
  // What an earlier visit has left may be out of date: saving it would undo what was changed since.
  return useIsSessionChecked() ? <ProfileScreen /> : <SessionCheckScreen />;
}
