import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '../src/screens/profile/profile-screen.tsx';

export const Route = createFileRoute('/_authenticated/profile')({ component: ProfileScreen });
