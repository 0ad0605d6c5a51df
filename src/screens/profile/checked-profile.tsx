import { useIsSessionChecked } from '../../session/auth.ts';
import { SessionCheckScreen } from '../session/session-check-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

/** The profile, once the server has said what it is: saving what an earlier visit has left would undo changes since. */
export function CheckedProfile() {
  return useIsSessionChecked() ? <ProfileScreen /> : <SessionCheckScreen />;
}
