import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadSignedIn } from '../src/load-signed-in.ts';

// By way of the code that it shares with the chat home, which is then not sent twice.
const loadProfile = async () => (await loadSignedIn()).loadProfile();

export const Route = createFileRoute('/_authenticated/profile')({
  component: lazyRouteComponent(loadProfile, 'CheckedProfile'),
});
