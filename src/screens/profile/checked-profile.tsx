import { useIsSessionChecked } from '../../session/auth.ts';
import { SessionCheckScreen } from '../session/session-check-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

/** The profile, after the server has sent it: saving data of an earlier visit would undo later changes. */
export function CheckedProfile() {
  return useIsSessionChecked() ? <ProfileScreen /> : <SessionCheckScreen />;
}
