import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadSignedIn } from '../src/load-signed-in.ts';

// Through the code shared with the chat home, so that it is not sent twice.
const loadProfile = async () => (await loadSignedIn()).loadProfile();

export const Route = createFileRoute('/_authenticated/profile')({
  component: lazyRouteComponent(loadProfile, 'CheckedProfile'),
});
