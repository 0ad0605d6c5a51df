import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadSignedIn } from '../src/load-signed-in.ts';
import { toHomeSearch } from '../src/screens/conversation-address.ts';

export const Route = createFileRoute('/_authenticated/')({
  validateSearch: toHomeSearch,
  component: lazyRouteComponent(loadSignedIn, 'ChatScreen'),
});
