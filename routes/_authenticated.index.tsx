import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadSignedIn } from '../src/load-signed-in.ts';

export const Route = createFileRoute('/_authenticated/')({
  component: lazyRouteComponent(loadSignedIn, 'ChatScreen'),
});
